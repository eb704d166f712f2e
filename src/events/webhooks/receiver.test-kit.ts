import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers one request; by default everything is taken. */
export type Reply = (response: ServerResponse, received: Received) => void;

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) =>
    response.writeHead(code, headers).end();

/** Takes the request and never answers. */
export const silence: Reply = () => {};

/** A real server that webhooks are sent to. */
export class Receiver {
  readonly received: Received[] = [];
  readonly #replies: Reply[] = [];
  #otherwise: Reply = status(204);
  #arrival: (() => void) | undefined;
  url = "";

  static async open(path = "/hook"): Promise<Receiver> {
    const receiver = new Receiver();
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const received = { headers: request.headers, body: Buffer.concat(chunks).toString("utf8") };
      receiver.received.push(received);
      (receiver.#replies.shift() ?? receiver.#otherwise)(response, received);
      receiver.#arrival?.();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    receiver.url = `http://127.0.0.1:${port}${path}`;
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return receiver;
  }

  /** The next requests are answered so, in this order. */
  next(...replies: Reply[]): void {
    this.#replies.push(...replies);
  }

  /** All requests that nothing else is said of are answered so. */
  always(reply: Reply): void {
    this.#otherwise = reply;
  }

  /** Waits until so many requests have come in all. */
  async until(count: number): Promise<readonly Received[]> {
    while (this.received.length < count)
      await new Promise<void>((resolve) => {
        this.#arrival = resolve;
      });
    return this.received;
  }
}
