import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Product } from "../support/product/product.ts";

let product: Product;
beforeEach(() => {
  product = new Product();
});
afterEach(() => product.dispose());

const accountShape = z.looseObject({ state: z.string(), messages: z.number(), bytesRead: z.number() });
const messagesShape = z.array(z.looseObject({ content: z.string() }));

const AT = "2026-01-02T03:04:05.000Z";
const SESSION = "session-that-is-rewritten";
const asLines = (...lines: object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

/**
 * A client that keeps a session in one file: where, and what it writes there. Every word is a message with an id of its
 * own.
 */
interface Client {
  readonly path: string;
  write(...words: string[]): string;
}

const CLIENTS: Readonly<Record<string, Client>> = {
  "Gemini CLI's log": {
    path: `.gemini/tmp/acme/chats/session-2026-01-02T03-04-abc.jsonl`,
    write: (...words) =>
      asLines(
        { sessionId: SESSION, projectHash: "h", startTime: AT, kind: "main" },
        ...words.map((word) => ({ id: `m-${word}`, timestamp: AT, type: "user", content: word })),
      ),
  },
  "Gemini CLI's record": {
    path: `.gemini/tmp/acme/chats/session-2026-01-02T03-04-abc.json`,
    write: (...words) =>
      JSON.stringify({
        ...{ sessionId: SESSION, projectHash: "h", startTime: AT, lastUpdated: AT },
        messages: words.map((word) => ({ id: `m-${word}`, timestamp: AT, type: "user", content: word })),
      }),
  },
  "OpenClaw's file": {
    path: `.openclaw/agents/main/sessions/${SESSION}.jsonl`,
    write: (...words) =>
      asLines(
        { type: "session", version: 4, id: SESSION, cwd: "/gone/acme", timestamp: AT },
        ...words.map((word) => ({
          ...{ type: "message", id: `m-${word}`, timestamp: AT },
          message: { role: "user", content: word, timestamp: Date.parse(AT) },
        })),
      ),
  },
};

const importAll = async () => accountShape.parse(await product.cliJson(["import"]));
const words = async () =>
  messagesShape
    .parse((await product.api("GET", `/api/sessions/${SESSION}/messages?limit=1000`)).body)
    .map(({ content }) => content);

describe.each(Object.entries(CLIENTS))("H4: throughline import of %s", (_name, client) => {
  const write = (...said: string[]): { size: number; file: number } => {
    const path = join(product.folder, client.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, client.write(...said));
    const { size, ino } = statSync(path);
    return { size, file: ino };
  };

  test("rewritten in its place, with as many bytes or fewer, it loses nothing and brings nothing twice", async () => {
    const first = write("okapi", "zebra", "tapir");
    expect(await importAll()).toMatchObject({ state: "done", messages: 3 });

    expect(write("okapi", "zebra", "hyena")).toEqual(first);
    expect(await importAll()).toMatchObject({ state: "done", messages: 1 });
    expect(await words()).toEqual(["okapi", "zebra", "tapir", "hyena"]);

    const shorter = write("zebra", "koala");
    expect(shorter.file).toBe(first.file);
    expect(shorter.size).toBeLessThan(first.size);
    expect(await importAll()).toMatchObject({ state: "done", messages: 1 });
    expect(await words()).toEqual(["okapi", "zebra", "tapir", "hyena", "koala"]);

    expect(await importAll()).toMatchObject({ state: "done", messages: 0 });
  });

  test.runIf(client.path.endsWith(".jsonl"))("unchanged, it is not read again", async () => {
    write("okapi", "zebra");
    await importAll();
    expect(await importAll()).toMatchObject({ messages: 0, bytesRead: 0 });
  });

  test("grown after that, it is read on", async () => {
    write("okapi", "zebra");
    await importAll();
    write("tapir", "zebra");
    await importAll();
    write("tapir", "zebra", "hyena");
    expect(await importAll()).toMatchObject({ state: "done", messages: 1 });
    expect(await words()).toEqual(["okapi", "zebra", "tapir", "hyena"]);
  });
});
