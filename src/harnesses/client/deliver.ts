import { connect } from "node:net";

/*
 * HTTP over the daemon's socket by hand: loading Node.js's own HTTP client would cost more than the whole request.
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

/** Everything after the head; the daemon always tells the length. */
function parse(response: Buffer): Delivered {
  const split = response.indexOf("\r\n\r\n");
  const head = response.subarray(0, split).toString("latin1");
  const status = Number(head.match(/^HTTP\/1\.1 (\d{3})/)?.[1]);
  if (split < 0 || !(status >= 200 && status < 300)) return { ok: false, reached: true };
  return { ok: true, body: response.subarray(split + 4).toString("utf8") };
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
      connection.end(`${head.join("\r\n")}\r\n\r\n${body}`);
    });
    connection.on("data", (chunk: Buffer) => chunks.push(chunk));
    connection.on("end", () => finish(parse(Buffer.concat(chunks))));
  });
}
