import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ServerType } from "@hono/node-server";
import { systemCode } from "../core/index.ts";
import type { ErrorBody } from "./errors.ts";

interface Refusal {
  readonly status: number;
  readonly body: ErrorBody;
}

const refusal = (status: number, code: ErrorBody["error"]["code"], message: string, hint: string): Refusal => ({
  status,
  body: { error: { code, message, hint } },
});

const TOO_LONG = refusal(
  431,
  "too_large",
  "the request's URL and headers are longer than 16 KB",
  "Send long input by POST, with the same fields in a JSON body: GET /api/openapi.json shows where.",
);
const TOO_SLOW = refusal(408, "bad_input", "the request did not arrive in time", "Send it in one go.");
const NO_HTTP = refusal(400, "bad_input", "this is not an HTTP request", "GET /api/openapi.json describes the API.");

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: TOO_LONG,
  ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
};

const CLOSE_AFTER_MS = 1000;

function asResponse({ status, body }: Refusal): string {
  const text = JSON.stringify(body);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(text)}`,
    "connection: close",
    "",
    text,
  ].join("\r\n");
}

/** Malformed requests never reach a route: they are answered here, in the usual error format. */
export function refuseUnreadable(server: ServerType): void {
  const busy = new WeakSet<Duplex>();
  const refused = new WeakSet<Duplex>();
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    busy.add(socket);
    response.once("close", () => busy.delete(socket));
  });
  server.on("clientError", (error: Error, socket: Duplex) => {
    // A client that is cut off while sending never reads the error: the rest is discarded, for a while.
    if (refused.has(socket)) return;
    const code = systemCode(error) ?? "";
    // Another response is already being written.
    if (!socket.writable || busy.has(socket) || code === "ECONNRESET") return void socket.destroy();
    refused.add(socket);
    socket.end(asResponse(REFUSALS[code] ?? NO_HTTP));
    setTimeout(() => socket.destroy(), CLOSE_AFTER_MS).unref();
  });
}
