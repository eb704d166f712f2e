import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
beforeEach(async () => {
  product = new Product();
  await product.ensureDaemon();
});
afterEach(() => product.dispose());

const withId = z.looseObject({ id: z.string() });
const [OLD, NEW] = ["The staging port is 8080.", "The staging port is 9090."];

const remembered = async (...args: string[]) => withId.parse(await product.cliJson(["remember", ...args])).id;
const listed = async (...args: string[]) =>
  z.array(z.looseObject({ content: z.string() })).parse(await product.cliJson(["memories", ...args]));
const contents = async (...args: string[]) => (await listed(...args)).map(({ content }) => content);
const recalled = async () => product.cliJson(["recall", "staging port"]);
const get = async (path: string) => (await product.api("GET", path)).body;

describe("K4: a new value takes the place of the old one", () => {
  test("the command says so, recall serves the new one, and the old one is marked, not lost", async () => {
    const old = await remembered(OLD);
    const { stdout } = await product.cli(["remember", NEW]);
    const [, id = ""] = /^Remembered as (\S+)\. /.exec(stdout) ?? [];
    expect(stdout).toBe(`Remembered as ${id}. It replaces ${old}: The staging port: 8080 → 9090\n`);
    expect(await recalled()).toMatchObject([{ id, content: NEW }]);
    expect(await contents()).toEqual([NEW]);
    const history = await product.cli(["memories", "--history"]);
    expect(history.stdout).toContain(NEW);
    expect(history.stdout).toMatch(
      new RegExp(`${old}  ${OLD}\n.*superseded .* ago by ${id}: The staging port: 8080 → 9090`),
    );
  });

  test("HTTP answers with what was superseded; the fields of a memory stay", async () => {
    const first = await product.api("POST", "/api/memories", { content: OLD });
    expect(first.body).not.toHaveProperty("supersedes");
    const { id } = withId.parse(first.body);
    const { status, body } = await product.api("POST", "/api/memories", { content: NEW });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: expect.any(String),
        ...{ agent: null, project: null, content: NEW, kind: "fact", source: "user" },
        ...{ createdAt: expect.any(String), lastUsedAt: null, supersededBy: null },
        supersedes: [{ id, content: OLD, why: "The staging port: 8080 → 9090" }],
      },
    });
    expect(await get("/api/memories")).toEqual([expect.not.objectContaining({ supersedes: expect.anything() })]);
    expect(await get("/api/memories?history=true")).toMatchObject([
      { content: NEW, supersededAt: null, supersededWhy: null, forgottenAt: null },
      {
        id,
        supersededBy: withId.parse(body).id,
        supersededAt: expect.any(String),
        supersededWhy: "The staging port: 8080 → 9090",
      },
    ]);
  });

  test("what another agent or project remembers stays", async () => {
    await remembered(OLD, "--agent", "ada");
    await remembered(OLD, "--project", join(product.folder, "elsewhere"));
    await remembered(NEW);
    await remembered(NEW, "--agent", "bob");
    expect((await contents()).sort()).toEqual([OLD, OLD, NEW, NEW]);
  });

  test("the same words are one memory, and whoever says them again is told", async () => {
    const id = await remembered(OLD);
    for (const same of [" the STAGING port  is 8080. ", "The **staging** port is `8080`"])
      expect(await remembered(same)).toBe(id);
    for (const other of ["The staging port is not 8080.", "Is the staging port 8080?"])
      await product.cli(["forget", await remembered(other)]);
    expect(await product.cli(["remember", OLD])).toMatchObject({ stdout: `Already known as ${id}.\n` });
    expect(await contents()).toEqual([OLD]);
  });

  test("what else is about the same is shown, and the person says what no longer holds", async () => {
    const [npm, pnpm] = ["We install with npm in the shop.", "The shop now has pnpm and npm is gone."];
    const old = await remembered(npm);
    const { stdout } = await product.cli(["remember", pnpm]);
    const [, next = ""] = /^Remembered as (\S+)\.\n/.exec(stdout) ?? [];
    expect(stdout).toMatch(new RegExp(`still current \\(.*--supersedes ID.*\\):\n  ${old}  \\d+ s ago: ${npm}\n$`));
    const both = await product.cli(["recall", "what do we install"]);
    expect(both.stdout).toMatch(new RegExp(`${pnpm}\n[^]*${npm}\n.*older than ${next} on the same subject`));
    expect((await product.cli(["remember", pnpm, "--supersedes", old])).stdout).toBe(
      `Already known as ${next}. It replaces ${old}: named as replaced\n`,
    );
    expect(await contents()).toEqual([pnpm]);
  });
});

describe("M1: one memory and its history", () => {
  test("as text and as JSON: what came before, what came after, source and use", async () => {
    const ids: string[] = [];
    for (const port of [8080, 9090, 9443]) ids.push(await remembered(`The staging port is ${port}.`));
    const [first = "", second = "", third = ""] = ids;
    await recalled();
    expect(await product.cliJson(["memories", "show", second])).toMatchObject({
      ...{
        id: second,
        content: NEW,
        source: "user",
        supersededBy: third,
        supersededWhy: "The staging port: 9090 → 9443",
      },
      supersedes: [{ id: first, content: OLD, supersededWhy: "The staging port: 8080 → 9090" }],
      succeededBy: [{ id: third, lastUsedAt: expect.any(String) }],
    });
    expect(await get(`/api/memories/${third}`)).toMatchObject({
      ...{ id: third, supersededBy: null, lastUsedAt: expect.any(String), sessionId: null, forgottenAt: null },
      supersedes: [{ id: second }, { id: first }],
      succeededBy: [],
    });
    const { stdout } = await product.cli(["memories", "show", second.slice(-8)]);
    expect(stdout).toMatch(/^State +superseded$/m);
    expect(stdout).toMatch(/^Source +user$/m);
    expect(stdout).toMatch(/^Last used +never$/m);
    expect(stdout).toMatch(new RegExp(`\n${NEW}\n\nIt replaced:\n${first}  ${OLD}\n`));
    expect(stdout).toMatch(new RegExp(`\nReplaced by:\n${third}  The staging port is 9443`));
    const used = await product.cli(["memories", "show", third]);
    expect(used.stdout).toMatch(/^Last used +\d{4}-.* ago\)$/m);
  });

  test("on a terminal no line is wider than it, and words of others are no commands to it", async () => {
    const long = `The deployment window ${"is announced a week ahead and ".repeat(12)}\u001b[2Jbegins at noon.`;
    const id = await remembered(long);
    for (const command of [
      ["memories", "show", id],
      ["memories", "--history"],
    ]) {
      const { stdout } = await product.cli(command, { columns: 80 });
      expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
      expect(stdout).not.toContain("\u001b");
    }
  });

  test("lists by project, agent, kind and session, with a limit", async () => {
    const project = join(product.folder, "acme");
    mkdirSync(project);
    const talk = new Conversation(product, project);
    await talk.start();
    await remembered("The gate is green.", "--session", talk.id, "--project", project, "--kind", "decision");
    await remembered("Ada likes tea.", "--agent", "ada", "--kind", "preference");
    await remembered("The door is made of oak.", "--project", project);
    expect(await contents("--project", project)).toEqual(["The door is made of oak.", "The gate is green."]);
    expect(await contents("--agent", "ada")).toEqual(["Ada likes tea."]);
    expect(await contents("--kind", "decision")).toEqual(["The gate is green."]);
    expect(await contents("--session", talk.id)).toEqual(["The gate is green."]);
    expect(await contents("--limit", "1")).toEqual(["The door is made of oak."]);
    expect(await get(`/api/memories?kind=preference&agent=ada&limit=5`)).toMatchObject([{ content: "Ada likes tea." }]);
    expect(await get(`/api/memories?session=${talk.id}`)).toMatchObject([{ content: "The gate is green." }]);
  });
});

describe("M1: what holds everywhere", () => {
  const WISH = "Answer in British English.";

  test("is remembered for no project and recalled in each", async () => {
    expect((await product.cli(["remember", "--help"])).stdout).toMatch(/--everywhere +it applies to every project/);
    const id = await remembered("--everywhere", WISH);
    expect(await get(`/api/memories/${id}`)).toMatchObject({ project: null, agent: null });
    mkdirSync(join(product.folder, "elsewhere"));
    const elsewhere = ["--project", join(product.folder, "elsewhere")];
    expect(await product.cliJson(["recall", "British English", ...elsewhere])).toMatchObject([{ id, content: WISH }]);
    expect(await remembered(WISH)).not.toBe(id);
    const both = await product.cli(["remember", "--everywhere", "--project", ".", "The gate is green."]);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringMatching(/^error: --everywhere: .*\nhint: Give one/) });
  });

  test("also when a session of a project says so", async () => {
    const talk = new Conversation(product, product.folder);
    await talk.start();
    const said = { content: WISH, session: talk.id };
    expect((await product.api("POST", "/api/memories", said)).body).toMatchObject({ project: product.folder });
    const source = expect.stringContaining("session ");
    expect((await product.api("POST", "/api/memories", { ...said, everywhere: true })).body).toMatchObject({
      project: null,
      source,
    });
  });
});

describe("M1: a list for people", () => {
  const told = async (...args: string[]) =>
    (await product.cli(["memories", ...args], { columns: 80 })).stdout.trimEnd();
  const inProject = (path: string, content: string) =>
    product.api("POST", "/api/memories", { content, project: join(product.folder, path) });

  test("says whose each is once they are not all of one, by the end of the path that tells it from the others", async () => {
    await inProject("acme/shop", "The gate is green.");
    expect(await told()).toMatch(/^MEMORY +KIND +AGE +CONTENT\n\S+ +fact +\d+ s ago +The gate is green\.$/);
    await inProject("umbra/shop", "The door is made of oak.");
    await inProject("umbra/depot", "The roof is flat.");
    await remembered("Ada likes tea.", "--agent", "ada");
    await product.api("POST", "/api/memories", { content: "Tabs, never spaces." });
    const list = await told();
    expect(list).toMatch(/^MEMORY +KIND +AGE +PROJECT OR AGENT +CONTENT$/m);
    for (const row of [
      "everywhere +Tabs, never spaces\\.",
      "agent ada +Ada likes tea\\.",
      "depot +The roof is flat\\.",
      "umbra/shop +The door is made of oak\\.",
      "acme/shop +The gate is green\\.",
    ])
      expect(list).toMatch(new RegExp(` ago +${row}$`, "m"));
    expect(await told("--history")).toMatch(/The roof is flat\.\n {2}fact, depot, \d+ s ago$/m);
    expect(await told("--agent", "ada")).not.toContain("PROJECT");
    // Without a terminal nothing is shortened.
    expect((await product.cli(["memories"])).stdout).toContain(` ${join(product.folder, "umbra/depot")} `);
  });

  test("shows the newest, says how many more there are, and how to see them", async () => {
    for (let n = 1; n <= 53; n++) await product.api("POST", "/api/memories", { content: `See src/part${n}.ts.` });
    const rows = (text: string) => text.split("\n").filter((line) => /See src/.test(line));
    for (const history of [[], ["--history"]]) {
      const list = await told(...history);
      expect(rows(list)).toHaveLength(50);
      expect(rows(list)[0]).toContain("See src/part53.ts.");
      expect(list).toMatch(/\n… and 3 more: `--limit 53` shows them, .*\n?.*$/);
      expect(rows(await told(...history, "--limit", "53"))).toHaveLength(53);
      expect(await told(...history, "--limit", "52")).not.toContain("more");
    }
    expect(await listed()).toHaveLength(53);
  });
});

describe("M1: editing", () => {
  test("makes a new memory of the same scope and kind, and the old one stays in its history", async () => {
    const id = await remembered("The gate is green.", "--kind", "decision", "--agent", "ada");
    const { code, stdout } = await product.cli(["memories", "edit", id, "The gate of the north wing is green."]);
    const [, next = ""] = /^Remembered as (\S+)\. /.exec(stdout) ?? [];
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `Remembered as ${next}. It replaces ${id}: edited\n`,
    });
    expect(await get(`/api/memories/${next}`)).toMatchObject({
      ...{ kind: "decision", agent: "ada", source: "user", content: "The gate of the north wing is green." },
      supersedes: [{ id, content: "The gate is green.", supersededWhy: "edited" }],
    });
    const put = await product.api("PUT", `/api/memories/${next}`, { content: "The gate is oak.", kind: "constraint" });
    expect(put).toMatchObject({ status: 200, body: { changed: true, kind: "constraint", supersedes: [{ id: next }] } });
    expect(await contents()).toEqual(["The gate is oak."]);
  });

  test("to the same words changes nothing and says so", async () => {
    const id = await remembered(OLD);
    const same = await product.cli(["memories", "edit", id, OLD]);
    expect(same).toMatchObject({ code: 0, stdout: `Nothing changed: ${id} already says that.\n` });
    expect(await product.api("PUT", `/api/memories/${id}`, { content: OLD })).toMatchObject({
      status: 200,
      body: { id, changed: false },
    });
    expect(await listed("--history")).toHaveLength(1);
  });
});

describe("M1: forgetting is final", () => {
  test("also for what the forgotten one had superseded; the trail tells of it without the words", async () => {
    const talk = new Conversation(product, product.folder);
    await talk.start();
    const old = await remembered(OLD, "--session", talk.id);
    const id = await remembered(NEW, "--session", talk.id);
    const { stdout } = await product.cli(["forget", id]);
    expect(stdout).toBe(`Forgot ${id}.\nAlso forgot what it had replaced: ${old}.\n`);
    expect(await recalled()).toEqual([]);
    expect(await contents()).toEqual([]);
    const told = [
      await product.cli(["incidents"]),
      await product.cli(["sessions", "timeline", talk.id]),
      await product.cli(["memories", "--history"]),
      await product.cli(["memories", "show", id]),
      await product.cli(["memories", "show", old, "--json"]),
    ].map((one) => one.stdout);
    expect(told[0]).toContain(`forgotten: forgot memory ${id}, and the memories it had replaced: ${old}`);
    expect(told[1]).toContain(`forgot memory ${id}`);
    expect(told[2]).toMatch(new RegExp(`${id}  \\(forgotten\\)\n.*forgotten .* ago`));
    expect(told[3]).toMatch(/^State +forgotten$/m);
    expect(told.join("\n")).not.toMatch(/staging|8080|9090/);
    // Nor does the checkpoint that is written at the end tell what was remembered and forgotten before.
    await talk.end();
    expect(JSON.stringify(await get(`/api/checkpoints/${talk.id}`))).not.toMatch(/staging|8080|9090/);
  });

  test("a second time is refused as already forgotten", async () => {
    const id = await remembered(OLD);
    await product.cli(["forget", id]);
    const again = await product.cli(["forget", id]);
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toMatch(
      new RegExp(`^error: memory ${id} was already forgotten on \\d{4}-.*\nhint: .*--history`),
    );
    expect(await product.api("DELETE", `/api/memories/${id}`)).toMatchObject({
      status: 409,
      body: { error: { code: "refused" } },
    });
    expect(await get("/api/incidents")).toHaveLength(1);
  });

  test("at once after remembering, and the next question is answered", async () => {
    await product.cli(["forget", await remembered(OLD)]);
    expect(await recalled()).toEqual([]);
    await remembered(NEW);
    expect(await recalled()).toMatchObject([{ content: NEW }]);
  });
});
