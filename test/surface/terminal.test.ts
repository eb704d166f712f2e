import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

let product: Product;

beforeEach(() => {
  product = new Product();
});
afterEach(() => product.dispose());

const withId = z.object({ id: z.string() });
const listed = z.array(withId);

const narrow = (...args: string[]) => product.cli(args, { columns: 80 });

/** Columns on a terminal, on which the characters of some scripts take two. */
const columns = (line: string): number =>
  [...line].reduce((sum, character) => sum + (/[\u3000-\u9fff]/u.test(character) ? 2 : 1), 0);

const LONG = "Why are the totals of the invoices off by one cent, and since when? 請求書の合計が合わない。 ".repeat(5);

/** A session with one prompt, in a project that lies deep. */
async function worked(): Promise<{ id: string; project: string }> {
  const project = join(product.folder, "clients", "a-customer-with-a-long-name", "2026", "invoices-and-reminders");
  mkdirSync(project, { recursive: true });
  await product.ensureDaemon();
  const session = new Conversation(product, project);
  await session.start();
  await session.prompt(LONG);
  const [first] = listed.parse(await product.cliJson(["sessions", "list"]));
  return { id: first?.id ?? "", project };
}

describe("W3: what fits the terminal", () => {
  test("no line of a table is wider than 80 columns, and the short ids in it can be used", async () => {
    const { id } = await worked();
    await product.cli(["remember", LONG]);
    const { id: checkpoint } = withId.parse(
      await product.cliJson(["checkpoint", "save", "--session", id, "--digest", LONG]),
    );
    const short = id.slice(-8);
    for (const command of [
      ["sessions", "list"],
      ["sessions", "show", short],
      ["sessions", "messages", short],
      ["sessions", "timeline", short],
      ["sessions", "tree", short],
      ["checkpoint", "list", "--session", short],
      ["checkpoint", "show", checkpoint.slice(-8), "--session", short],
      ["memories"],
      ["recall", "invoices"],
      ["status"],
    ]) {
      const { code, stdout, stderr } = await narrow(...command);
      expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: "" });
      expect(stdout.split("\n").filter((line) => columns(line) > 80)).toEqual([]);
    }
    const { stdout } = await narrow("sessions", "list");
    expect(stdout).toMatch(new RegExp(`^${short} .* ~/c\\S*…\\S*-reminders$`, "m"));
  });

  test("without a terminal no id and no path is shortened", async () => {
    const { id, project } = await worked();
    const { stdout } = await product.cli(["sessions", "list"]);
    expect(stdout).toContain(id);
    expect(stdout).toContain(project);
  });

  test("words of others do not reach the terminal as commands to it", async () => {
    await product.ensureDaemon();
    const hostile =
      "a \u001b[2J\u001b]0;title\u0007 b \u202Egnp.exe\u202C \u2066x\u2069 \u0008\u0007\u009b\r\u001b end\n\tline";
    const legible =
      "a  b <U+202E>gnp.exe<U+202C> <U+2066>x<U+2069> <U+0008><U+0007><U+009B><U+000D><U+001B> end\n\tline";
    const onOneLine = legible.replace(/\s+/g, " ");
    const { id } = withId.parse((await product.api("POST", "/api/memories", { content: hostile })).body);
    const session = new Conversation(product, product.folder);
    await session.start();
    await session.prompt(hostile);
    await product.api("PUT", "/api/agents/ada/state", { state: hostile });
    for (const [words, ...command] of [
      [onOneLine, "memories"],
      [onOneLine, "memories", "--history"],
      [onOneLine, "recall", "title"],
      [legible, "memories", "show", id],
      [onOneLine, "sessions", "messages", session.id],
      [legible, "agent", "state", "ada"],
      ["fits", "memories", "show", `${hostile} fits`],
    ] as const) {
      const { stdout, stderr } = await product.cli(command);
      expect(stdout + stderr).toContain(words);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    }
    const { stdout } = await product.cli(["memories", "--json"]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(JSON.parse(stdout)).toMatchObject([{ content: hostile }]);
  });
});

describe("W3: what people read", () => {
  test("one session is shown as facts, and what was done to it in a sentence", async () => {
    const { id } = await worked();
    const shown = await product.cli(["sessions", "show", id]);
    expect(shown.stdout).toMatch(/^State +active$/m);
    expect(shown.stdout).toMatch(/^Prompts +1$/m);
    for (const [verb, words] of [
      ["suspend", `Suspended session ${id}.`],
      ["resume", `Session ${id} is active again.`],
      ["end", `Ended session ${id}.`],
      ["terminate", `Ended session ${id} for good: it cannot be resumed.`],
    ] as const) {
      const { code, stdout } = await product.cli(["sessions", verb, id]);
      expect({ code, first: stdout.split("\n")[0] }).toEqual({ code: 0, first: words });
    }
    expect(await product.cliJson(["sessions", "show", id])).toMatchObject({ id, state: "terminated" });
  });

  test("a pinned checkpoint says that it is pinned, and what that means", async () => {
    const { id } = await worked();
    const checkpoint = withId.parse(await product.cliJson(["checkpoint", "save", "--session", id]));
    const looked = await product.cli(["checkpoint", "resume", checkpoint.id, "--session", id]);
    expect(looked.stdout).not.toContain("Pinned");
    const pinned = await product.cli(["checkpoint", "resume", checkpoint.id, "--pin"]);
    expect(pinned.stdout).toMatch(/Pinned: the next session that starts in .*invoices-and-reminders gets this once/);
  });

  test("every option and argument of every command has words of help", async () => {
    const seen: string[] = [];
    const walk = async (path: readonly string[]): Promise<void> => {
      const { code, stdout } = await product.cli(path.length === 0 ? ["help", "all"] : [...path, "--help"]);
      expect(code).toBe(0);
      seen.push(path.join(" "));
      const section = (title: string): string[] =>
        (stdout.split(`\n${title}:\n`)[1]?.split("\n\n")[0] ?? "").split("\n").filter((line) => /^ {2}\S/.test(line));
      const usage = stdout.split("\n")[0] ?? "";
      const named = section("Arguments").map((line) => line.trim().split(/\s/)[0]);
      const positional = [...usage.matchAll(/[<[](?!options|command)([\w-]+)(?:\.\.\.)?[>\]]/g)].map(
        (match) => match[1],
      );
      expect({ usage, named }).toEqual({ usage, named: positional });
      const dumb = [...section("Options"), ...section("Arguments")].filter((line) => !/^ {2}\S.*? {2,}\S/.test(line));
      expect({ usage, dumb }).toEqual({ usage, dumb: [] });
      const headings = [...stdout.matchAll(/^(?!Options|Arguments)([A-Z][\w -]*):$/gm)].map(([, title = ""]) => title);
      const below = (path.length === 0 ? headings : ["Commands"])
        .flatMap(section)
        .map((line) => line.trim().split(/[\s|]/)[0] ?? "");
      // One after the other they would take a minute.
      await Promise.all(below.filter((name) => name !== "help").map((name) => walk([...path, name])));
    };
    await walk([]);
    expect(seen).toEqual(expect.arrayContaining(["init", "sessions list", "checkpoint resume", "recover"]));
  });

  test("doctor says once what connects a client, whether all is missing or a part", async () => {
    mkdirSync(join(product.folder, ".claude"));
    const hints = async () => (await product.cli(["doctor"])).stdout.match(/Run `throughline init`/g);
    expect(await hints()).toHaveLength(1);
    expect((await product.cli(["doctor"])).stdout).toContain("✗ Claude Code: connection: not connected");
    await product.cli(["init", "--yes"]);
    writeFileSync(join(product.folder, ".claude", "settings.json"), "{}");
    expect(await hints()).toHaveLength(1);
  });

  test("without a daemon, status tells what waits in the spool and what went wrong there", async () => {
    mkdirSync(product.home.spool);
    writeFileSync(join(product.home.spool, "events.jsonl"), '\n{"at":1}\n\n{"at":2}\n');
    writeFileSync(join(product.home.spool, "FULL"), "events were dropped\n");
    const { code, stdout } = await product.cli(["status"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Events waiting +2$/m);
    expect(stdout).toContain("No daemon is running.");
    expect(stdout).toContain("warning: events were dropped");
    expect(await product.cliJson(["status"])).toEqual({
      running: false,
      home: product.home.dir,
      spooled: 2,
      warnings: ["events were dropped"],
    });
  });
});

describe("W3: what is refused, with what to do", () => {
  test("a client that nobody knows, with the ones that are known", async () => {
    await product.ensureDaemon();
    const { code, stderr } = await product.cli(["sessions", "list", "--harness", "emacs"]);
    expect(code).toBe(2);
    expect(stderr).toContain('harness: "emacs"');
    expect(stderr).toContain("Known: claude-code");
    expect(await product.api("GET", "/api/sessions?harness=emacs")).toMatchObject({
      status: 400,
      body: { error: { code: "bad_input", hint: expect.stringContaining("claude-code") } },
    });
    // An agent builder's own is known once it has a session.
    await product.api("POST", "/api/sessions", { harness: "emacs" });
    expect(await product.cliJson(["sessions", "list", "--harness", "emacs"])).toHaveLength(1);
  });

  test("a part of an id that fits several, with the candidates; one that fits one will do", async () => {
    await product.ensureDaemon();
    const [one, two] = [
      withId.parse(await product.cliJson(["remember", "The staging port is 8443."])),
      withId.parse(await product.cliJson(["remember", "Invoices are in integer cents."])),
    ];
    const several = await product.cli(["forget", one.id.slice(0, 4)]);
    expect(several).toMatchObject({ code: 1, stdout: "" });
    for (const { id } of [one, two]) expect(several.stderr).toContain(id);
    expect((await product.cli(["forget", one.id.slice(-8)])).stdout).toBe(`Forgot ${one.id}.\n`);
    expect(listed.parse(await product.cliJson(["memories"]))).toMatchObject([{ id: two.id }]);
  });

  test("a message is expanded by the short id that the session's messages show", async () => {
    const { id } = await worked();
    const [, short = ""] = await product.until(async () => {
      const { stdout } = await narrow("sessions", "messages", id);
      return /^1 +(\S{8}) +user +prompt/m.exec(stdout) ?? undefined;
    });
    expect((await product.cli(["expand", short])).stdout).toBe(`${LONG}\n`);
  });

  test("a home that cannot be used, with the way to another", async () => {
    const file = join(product.folder, "a-file");
    writeFileSync(file, "");
    for (const home of [file, join(file, "below")]) {
      for (const command of [["up"], ["sessions", "list"], ["token"], ["doctor"]]) {
        const { code, stdout, stderr } = await product.cliProcess(command, { env: { THROUGHLINE_HOME: home } });
        expect({ home, command, code }).toEqual({ home, command, code: 1 });
        expect(stdout + stderr).toMatch(/home \S+ cannot be used: it.* is a file/);
        expect(stdout + stderr).toContain("THROUGHLINE_HOME=");
        expect(stdout + stderr).not.toMatch(/EEXIST|ENOTDIR/);
      }
    }
  });
});
