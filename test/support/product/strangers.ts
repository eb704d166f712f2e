import { createServer as createHttpServer } from "node:http";
import { createServer, type Server, type Socket } from "node:net";

/*
 * Other programs in Throughline's places: on its socket, on its port. Each has its own way of not being Throughline.
 */

export type Behaviour = (socket: Socket) => void;

const ANOTHER_PROGRAM = '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"stranger"}}';

export const BEHAVIOURS = {
  "accepts and never answers": () => {},
  "answers after five seconds": (socket) => {
    const late = setTimeout(() => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"), 5000);
    socket.on("close", () => clearTimeout(late));
  },
  "answers garbage": (socket) => socket.once("data", () => socket.end(Buffer.from([0, 255, 13, 10, 13, 10, 7]))),
  "is another program that says 200": (socket) =>
    socket.once("data", () =>
      socket.end(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${ANOTHER_PROGRAM.length}\r\nconnection: close\r\n\r\n${ANOTHER_PROGRAM}`,
      ),
    ),
  "says 404": (socket) => socket.once("data", () => socket.end("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n")),
  "hangs up at once": (socket) => socket.destroy(),
  "never stops talking": (socket) => {
    const talk = setInterval(() => socket.write("HTTP/1.1 200 OK\r\n"), 20);
    socket.on("close", () => clearInterval(talk));
  },
} satisfies Record<string, Behaviour>;

export interface Stranger {
  /** How many have spoken to it. */
  readonly met: () => number;
  /** Where it stands, if that is a port. */
  readonly port: number;
  leave(): Promise<void>;
}

function standing(server: Server, at: { path: string } | { port: number; host: string }): Promise<Stranger> {
  const sockets = new Set<Socket>();
  let met = 0;
  server.on("connection", (socket: Socket) => {
    met += 1;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(at, () => {
      const address = server.address();
      resolve({
        met: () => met,
        port: address !== null && typeof address === "object" ? address.port : 0,
        leave: () =>
          new Promise((left) => {
            for (const socket of sockets) socket.destroy();
            if (server.listening) server.close(() => left());
            else left();
          }),
      });
    });
  });
}

export const strangerOnSocket = (path: string, behave: Behaviour): Promise<Stranger> =>
  standing(
    createServer((socket) => behave(socket)),
    { path },
  );

/** A web server of something else, that answers everything with 200 and a JSON object. */
export const strangerOnPort = (port: number): Promise<Stranger> =>
  standing(
    createHttpServer((_, response) => response.setHeader("content-type", "application/json").end('{"name":"other"}')),
    { port, host: "127.0.0.1" },
  );
