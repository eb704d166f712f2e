import { connect } from "node:net";
import { ANSWER_TYPE } from "./answer.ts";

/*
 * Hand-written HTTP over the daemon's socket: loading Node.js's HTTP client takes longer than the whole request.
 */

export interface Delivery {
  readonly socket: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

export type Delivered =
  | { readonly ok: true; readonly body: string }
  | { readonly ok: false; readonly reached: boolean };

/** Everything after the head; the daemon always sends its length and content type. */
function parse(response: Buffer): Delivered {
  const split = response.indexOf("\r\n\r\n");
  const head = response
    .subarray(0, split + 2)
    .toString("latin1")
    .toLowerCase();
  const body = response.subarray(split + 4);
  const isWhole =
    split >= 0 && /^http\/1\.1 2\d\d/.test(head) && head.includes(`\r\ncontent-length: ${body.length}\r\n`);
  if (!isWhole || !head.includes(ANSWER_TYPE)) return { ok: false, reached: true };
  return { ok: true, body: body.toString("utf8") };
}

export function deliver({ socket, path, headers, body, timeoutMs }: Delivery): Promise<Delivered> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    const chunks: Buffer[] = [];
    let reached = false;
    const finish = (result: Delivered) => {
      clearTimeout(timer);
      connection.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => finish({ ok: false, reached }), timeoutMs);
    connection.on("error", () => finish({ ok: false, reached }));
    connection.on("connect", () => {
      reached = true;
      const lines = Object.entries({ ...headers, "content-length": String(Buffer.byteLength(body)) });
      const head = [
        `POST ${path} HTTP/1.1`,
        "host: throughline",
        "connection: close",
        ...lines.map(([name, value]) => `${name}: ${value}`),
      ];
      // Not `end`: a server that sees our side closed closes its own, and the answer is lost.
      connection.write(`${head.join("\r\n")}\r\n\r\n${body}`);
    });
    connection.on("data", (chunk: Buffer) => chunks.push(chunk));
    connection.on("end", () => finish(parse(Buffer.concat(chunks))));
  });
}
