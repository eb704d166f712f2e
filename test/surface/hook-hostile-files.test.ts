import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { newId } from "../../src/core/index.ts";
import { Conversation } from "../support/product/conversation.ts";
import { Product, TEST_CONFIG } from "../support/product/product.ts";

const messages = z.array(z.object({ content: z.string() }));
const session = z.object({ project: z.string().nullable(), promptCount: z.number() });

let product: Product;
let pid: number;
beforeAll(async () => {
  product = new Product(undefined, TEST_CONFIG);
  pid = (await product.startDaemon()).pid ?? 0;
  mkdirSync(product.home.spool);
});
afterAll(() => product.dispose());
afterEach(async () => {
  expect((await product.api("GET", "/health")).body).toMatchObject({ pid });
});

const folderFor = (name: string): string => {
  const folder = join(product.folder, newId(), name);
  mkdirSync(folder, { recursive: true });
  return folder;
};

/** All hooks of a session whose files are these; the one before a compaction reads the transcript before it answers. */
async function play(talk: Conversation, fields: Readonly<Record<string, unknown>> = {}): Promise<void> {
  for (const event of ["session-start", "user-prompt-submit", "pre-compaction", "turn-end", "session-end"]) {
    const payload = talk.payload({ prompt: "Look into it.", ...fields });
    const output = await product.hook(event, payload, talk.options);
    expect({ event, ...output }).toEqual({ event, code: 0, stdout: "", stderr: "" });
  }
  // A hook that the daemon failed on, or did not answer before the deadline, would have kept its event and be as quiet.
  expect(readdirSync(product.home.spool)).toEqual([]);
  expect((await sessionOf(talk)).promptCount).toBe(1);
}

const sessionOf = async (talk: Conversation) =>
  session.parse((await product.api("GET", `/api/sessions/${talk.id}`)).body);

async function contentsOf(talk: Conversation, count: number): Promise<string[]> {
  return product.until(async () => {
    const found = messages.parse((await product.api("GET", `/api/sessions/${talk.id}/messages`)).body);
    return found.length >= count ? found.map((message) => message.content) : undefined;
  });
}

test.each(["with spaces", `it's "quoted"`, "line\nbreak", "東京 ü 🙂", "$(touch evil) `x` ; &", "-rf", "%00 %2e"])(
  "item 8: a folder called %j is a project and holds transcripts like any other",
  async (name) => {
    const folder = folderFor(name);
    const talk = new Conversation(product, folder);
    const transcript = join(folder, `${talk.id}.jsonl`);
    const reply = { role: "assistant", content: [{ type: "text", text: "Found it." }] };
    writeFileSync(transcript, `${JSON.stringify({ type: "assistant", uuid: newId(), message: reply })}\n`);
    await play(talk, { transcript_path: transcript });
    expect(await contentsOf(talk, 2)).toEqual(["Found it.", "Look into it."]);
    expect((await sessionOf(talk)).project).toBe(folder);
  },
);

const PLACES: Record<string, (path: string) => string> = {
  "does not exist": (path) => path,
  "is a folder": (path) => {
    mkdirSync(path);
    return path;
  },
  "is a named pipe": (path) => {
    execFileSync("mkfifo", [path]);
    return path;
  },
  "never ends": () => "/dev/zero",
  "is a terminal": () => "/dev/tty",
  "is a loop of links": (path) => {
    symlinkSync(path, path);
    return path;
  },
  "may not be read": (path) => {
    writeFileSync(path, "{}\n");
    chmodSync(path, 0);
    return path;
  },
  "is longer than paths can be": (path) => `${path}${"x".repeat(5000)}`,
  "holds a NUL": (path) => `${path}\u0000.jsonl`,
  "lies below a file": (path) => {
    writeFileSync(path, "");
    return join(path, "deeper.jsonl");
  },
  "is empty": () => "",
};

test.each(Object.keys(PLACES))("item 8: a transcript and a folder that %s hold nothing up", async (name) => {
  const place = PLACES[name]?.(join(folderFor("places"), "t.jsonl")) ?? "";
  // More of them than the threads that could wait for one.
  const talks = Array.from({ length: name === "is a named pipe" ? 6 : 1 }, () => new Conversation(product, place));
  await Promise.all(talks.map((talk) => play(talk, { transcript_path: place, agent_transcript_path: place })));
});

test("item 8: subagents' files that are pipes hold nothing up", async () => {
  const talk = new Conversation(product, product.folder);
  const folder = join(talk.transcript.replace(/\.jsonl$/, ""), "subagents");
  mkdirSync(folder, { recursive: true });
  for (const agent of ["a", "b", "c", "d", "e"])
    execFileSync("mkfifo", [join(folder, `agent-${agent}.jsonl`), join(folder, `agent-${agent}.meta.json`)]);
  await play(talk);
});

const line = (content: string): string =>
  JSON.stringify({
    type: "user",
    uuid: newId(),
    timestamp: new Date().toISOString(),
    message: { role: "user", content },
  });

const TRANSCRIPTS: Record<string, (path: string) => void> = {
  "broken lines": (path) => appendFileSync(path, `${line("First.")}\n{"type":"us\n\n]]\nnull\n42\n${line("Last.")}\n`),
  "binary lines": (path) =>
    appendFileSync(
      path,
      Buffer.concat([Buffer.from(`${line("First.")}\n`), Buffer.alloc(999, 0xfe), Buffer.from(`\n${line("Last.")}\n`)]),
    ),
  "Windows line ends": (path) => appendFileSync(path, `${line("First.")}\r\n${line("Last.")}\r\n`),
  "a byte order mark": (path) => appendFileSync(path, `\uFEFF${line("First.")}\n${line("Last.")}\n`),
  "lines of hostile shape": (path) =>
    appendFileSync(
      path,
      `${line("First.")}\n{"type":"user","message":{"content":${"[".repeat(20_000)}${"]".repeat(20_000)}}}\n{"__proto__":{"type":"user"}}\n{"type":"assistant","message":{"content":[{"type":"tool_use","id":7}]}}\n{"type":{"type":1}}\n${line("Last.")}\n`,
    ),
  "a line of 100 MB": (path) => {
    appendFileSync(path, `${line("First.")}\n{"type":"user","message":"`);
    for (let at = 0; at < 100; at++) appendFileSync(path, "y".repeat(1 << 20));
    appendFileSync(path, `"}\n${line("Last.")}\n`);
  },
};

test.each(Object.keys(TRANSCRIPTS))("item 8: a transcript with %s gives what can be read of it", async (name) => {
  const talk = new Conversation(product, product.folder);
  mkdirSync(dirname(talk.transcript), { recursive: true });
  TRANSCRIPTS[name]?.(talk.transcript);
  await product.hook("pre-compaction", talk.payload(), talk.options);
  const kept = await product.until(async () => {
    const found = await contentsOf(talk, 2);
    return found.includes("Last.") ? found : undefined;
  });
  expect(kept.filter((content) => content === "First." || content === "Last.")).toEqual(["First.", "Last."]);
});
