import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { operations } from "../../src/operations/index.ts";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
let claude: string;

beforeEach(() => {
  product = new Product();
  claude = join(product.folder, ".claude");
  mkdirSync(claude);
});
afterEach(() => product.dispose());

const SETTINGS = `{
\t// mine, and it stays
\t"model": "opus",   "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "notify-send done"}]}]},
}`;

describe("H1: connecting and disconnecting", () => {
  test("the user's own hooks and comments survive init, and uninstall gives every byte back", async () => {
    writeFileSync(join(claude, "settings.json"), SETTINGS);
    const init = await product.cliProcess(["init", "--yes"]);
    expect(init).toMatchObject({ code: 0, stderr: "" });
    const installed = readFileSync(join(claude, "settings.json"), "utf8");
    for (const part of ["// mine, and it stays", "notify-send done", "user-prompt-submit", "pre-compaction"]) {
      expect(installed).toContain(part);
    }
    await product.cliProcess(["init", "--yes"]);
    expect(readFileSync(join(claude, "settings.json"), "utf8")).toBe(installed);
    expect(await product.cliProcess(["uninstall", "--yes"])).toMatchObject({ code: 0 });
    expect(readFileSync(join(claude, "settings.json"), "utf8")).toBe(SETTINGS);
    expect(readdirSync(claude)).toEqual(["settings.json"]);
  });

  test("a settings.json that does not parse is refused with its line, and left alone", async () => {
    const broken = '{\n  "model": "opus",\n  "hooks": {{\n}\n';
    writeFileSync(join(claude, "settings.json"), broken);
    const { code, stderr } = await product.cliProcess(["init", "--yes"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/settings\.json:3/);
    expect(readFileSync(join(claude, "settings.json"), "utf8")).toBe(broken);
    expect(readdirSync(claude)).toEqual(["settings.json"]);
  });

  test("a dry run shows what would change, and changes nothing", async () => {
    const { code, stdout } = await product.cliProcess(["init", "--dry-run"]);
    expect(code).toBe(0);
    expect(stdout).toContain("settings.json");
    expect(readdirSync(claude)).toEqual([]);
  });

  test("a reader that goes away stops no work: init's exit code is as usual, and it is installed", async () => {
    const cli = `'${process.execPath}' '${join(import.meta.dirname, "..", "..", "bin", "throughline.cjs")}'`;
    await product.run("sh", ["-c", `{ ${cli} init --yes 2>&1; echo $? >code; } | true`]);
    expect(readFileSync(join(product.folder, "code"), "utf8")).toBe("0\n");
    expect(readFileSync(join(claude, "settings.json"), "utf8")).toContain("user-prompt-submit");
  });

  test("without anybody to ask, nothing is done", async () => {
    const { code, stderr } = await product.cliProcess(["init"]);
    expect(code).toBe(1);
    expect(stderr).toContain("--yes");
    expect(readdirSync(claude)).toEqual([]);
  });

  test("doctor checks the connection by a round trip, and tells what is missing", async () => {
    await product.cliProcess(["init", "--yes"]);
    const healthy = await product.cliProcess(["doctor"]);
    expect(healthy.stdout).toContain("✓ hook round trip");
    expect(healthy).toMatchObject({ code: 0 });
    writeFileSync(join(claude, "settings.json"), "{}");
    const sick = await product.cliProcess(["doctor"]);
    expect(sick.code).toBe(1);
    expect(sick.stdout).toContain("✗ Claude Code: hook SessionStart");
  });

  test("doctor does not say that all is well where no client is connected", async () => {
    rmSync(claude, { recursive: true });
    const { code, stdout } = await product.cliProcess(["doctor"], { env: { PATH: product.folder } });
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ clients: no client is connected.*\n.*`throughline init`/);
    expect(stdout).not.toMatch(/Everything works|✓ Claude Code/);
  });

  test("uninstall stops the daemon, and says what is left and how to erase it", async () => {
    await product.cliProcess(["init", "--yes"]);
    const { stdout } = await product.cliProcess(["uninstall", "--yes"]);
    expect(stdout).toContain("Stopped the daemon.");
    expect(stdout).toContain(`rm -rf '${product.home.dir}'`);
    expect(await product.cliJson(["status"])).toMatchObject({ running: false });
  });

  test("status and doctor say that changed settings need a restart", async () => {
    await product.ensureDaemon();
    expect((await product.cliProcess(["status"])).stdout).not.toContain("config.yaml");
    appendFileSync(product.home.config, "retention: { ephemeralHours: 12 }\n");
    const later = new Date(statSync(product.home.runtime).mtimeMs + 1);
    utimesSync(product.home.config, later, later);
    const restart = "`throughline down`, then `throughline up`";
    expect((await product.cliProcess(["status"])).stdout.replace(/\s+/g, " ")).toContain(restart);
    expect((await product.cliProcess(["doctor"])).stdout).toContain(restart);
    await product.cliProcess(["down"]);
    await product.cliProcess(["up"]);
    expect((await product.cliProcess(["status"])).stdout).not.toContain("config.yaml");
    // Seven processes, two of them daemons: on a busy machine that takes longer than usual.
  });
});

describe("W3: what people and programs see", () => {
  test("wrong usage is 2, a refusal is 1, errors go to standard error and show no stack", async () => {
    const unknown = await product.cliProcess(["nonsense"]);
    expect(unknown.code).toBe(2);
    const missing = await product.cliProcess(["sessions", "show", "no-such-session"]);
    expect(missing).toMatchObject({ code: 1, stdout: "" });
    expect(missing.stderr).toContain("there is no session");
    expect(missing.stderr).toContain("throughline sessions list");
    const wrong = await product.cliProcess(["sessions", "list", "--limit", "many"]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("limit");
    for (const { stderr } of [unknown, missing, wrong]) expect(stderr).not.toMatch(/^\s+at /m);
  });

  test("--help shows the commands of every day, `help all` every one under its heading, as commands", async () => {
    const everyday = (await product.cliProcess(["--help"])).stdout;
    const { stdout: all, code } = await product.cliProcess(["help", "all"]);
    const named = (help: string) =>
      [...help.matchAll(/^ {2}([a-z][a-z-]*)(?:\||\b).*?(?: {2,}|$)/gm)].map(([, name]) => name);
    expect(code).toBe(0);
    expect(named(everyday).length).toBeLessThanOrEqual(16);
    expect(everyday).toContain("throughline help all");
    expect(named(all)).toEqual(expect.arrayContaining(named(everyday)));
    const operated = operations.flatMap(({ cli }) => (cli ? [cli.command.split(" ")[0]] : []));
    expect(named(all)).toEqual(expect.arrayContaining(operated));
    expect(all).not.toContain("Other:");
    // One verb form for all of them.
    for (const { summary } of operations) expect(summary).toMatch(/^(?!\w+s\b)[a-z]+ /);
  });

  test("without any word, the same commands are shown as with --help", async () => {
    expect((await product.cliProcess([])).stderr).toBe((await product.cliProcess(["--help"])).stdout);
  });

  test("an unknown command is refused with the ones that there are, also below a group and in `help`", async () => {
    const refused: [words: string[], error: string, hint: string][] = [
      [["sesions"], "unknown command 'sesions'", "Similar commands: sessions, "],
      [["help", "sesions"], "unknown command 'sesions'", "Similar commands: sessions, "],
      [["task", "start"], "unknown command 'task start'", "`task` has these commands: "],
      [["task", "help", "start"], "unknown command 'task start'", "new, ready, update. `throughline task --help`"],
      [["work", "supercede", "r-00000"], "unknown command 'work supercede'", "these commands: supersede, "],
    ];
    for (const [words, error, hint] of refused) {
      const { code, stdout, stderr } = await product.cliProcess(words);
      expect({ code, stdout }, words.join(" ")).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(`error: ${error}\nhint: `);
      expect(stderr).toContain(hint);
    }
    const help = await product.cliProcess(["task", "new", "--help"]);
    expect(await product.cliProcess(["help", "task", "new"])).toEqual(help);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("Usage: throughline task new") });
  });

  test("help, errors and hints name options as they are typed", async () => {
    await product.ensureDaemon();
    const help = (await product.cli(["sessions", "resume", "--help"])).stdout.replace(/\s+/g, " ");
    expect(help).toContain("with `--in`: continue in this folder");
    const unsupported = await product.cli(["cite", "Tokens are rotated"]);
    expect(unsupported.code).toBe(2);
    expect(unsupported.stderr).toContain("`--path`, `--line` and `--quote`; `--user-input`, with the `--quote`");
    const tooMany = await product.cli(["decide", "Use SQLite", "--test-scenarios", "late"]);
    expect(tooMany.stderr).toContain('error: --test-scenarios: "late" is not a name');
    // Arguments have no dashes.
    expect((await product.cli(["recall"])).stderr).toContain("error: query: say what you want to know");
  });

  test("every command has help that teaches", async () => {
    for (const command of [
      ["--help"],
      ["init", "--help"],
      ["sessions", "--help"],
      ["checkpoint", "verify", "--help"],
      ["recall", "--help"],
      ["hook", "--help"],
    ]) {
      const { code, stdout } = await product.cliProcess(command);
      expect(code, command.join(" ")).toBe(0);
      expect(stdout).toContain("Usage: throughline");
    }
  });

  test("sessions have titles, the latest one's timeline needs no name, and the log is lines for people", async () => {
    await product.ensureDaemon();
    for (const request of ["Fix the parser.\nIt drops commas.", "Paint the\n  kitchen."]) {
      const session = new Conversation(product, product.folder);
      await session.start();
      await session.prompt(request);
    }
    const { stdout: list } = await product.cliProcess(["sessions", "list"]);
    expect(list).toMatch(/Paint the kitchen\.[\s\S]*Fix the parser\. It drops commas\./);
    expect(await product.cliJson(["sessions", "list"])).toMatchObject([
      { title: "Paint the kitchen." },
      { title: "Fix the parser. It drops commas." },
    ]);
    const { stdout, code } = await product.cliProcess(["sessions", "timeline"]);
    expect({ stdout, code }).toEqual({ stdout: expect.stringContaining("Paint the kitchen."), code: 0 });
    expect(stdout).not.toContain("parser");
    expect((await product.cliProcess(["log"])).stdout).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d info {2}the daemon answers$/m,
    );
    expect(await product.cliJson(["log"])).toContainEqual(expect.objectContaining({ msg: "the daemon answers" }));
  });

  test("tables for people, the same objects as JSON for programs, no colours without a terminal", async () => {
    await product.ensureDaemon();
    const session = new Conversation(product, product.folder);
    await session.start();
    await session.prompt("Look at the tables.");
    const table = await product.cliProcess(["sessions", "list"]);
    expect(table.stdout).toContain("SESSION");
    expect(table.stdout).not.toContain("\u001b[");
    expect(await product.cliJson(["sessions", "list"])).toMatchObject([
      { key: session.id, promptCount: 1, state: "active", childIds: [] },
    ]);
    expect(await product.cliJson(["status"])).toMatchObject({
      running: true,
      sessions: 1,
      home: product.home.dir,
      spooled: 0,
    });
  });

  test("a configuration that is not understood is refused with file, line and key", async () => {
    writeFileSync(product.home.config, "daemon: { port: 0 }\ncontinuity:\n  promptIntervall: 5\n");
    const { code, stderr } = await product.cliProcess(["up"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/config\.yaml:3: unknown setting "continuity\.promptIntervall"/);
  });

  test("a project's own throughline.yaml holds in that project", async () => {
    writeFileSync(join(product.folder, "throughline.yaml"), "continuity: { promptInterval: 2, flushDelayMs: 1 }\n");
    await product.ensureDaemon();
    const session = new Conversation(product, product.folder);
    await session.start();
    await session.prompt("one");
    await session.prompt("two");
    await product.until(async () => {
      const { body } = await product.api("GET", `/api/checkpoints/${session.id}`);
      return Array.isArray(body) && body.length > 0 ? true : undefined;
    });
  });
});

test("S2: the timeline tells every suspension, return and end with its reason", async () => {
  await product.ensureDaemon();
  const talk = new Conversation(product, product.folder);
  await talk.start();
  await talk.prompt("Write the parser.");
  const moves = [
    ["suspend", "lunch"],
    ["resume", "back again"],
    ["end", "done for today"],
  ];
  for (const [verb = "", reason = ""] of moves)
    expect(await product.cliProcess(["sessions", verb, talk.id, "--reason", reason])).toMatchObject({ code: 0 });
  await talk.prompt("One thing more.");
  const { stdout } = await product.cliProcess(["sessions", "timeline", talk.id, "--json"]);
  const told: { what: string; text: string }[] = JSON.parse(stdout);
  expect(told.filter(({ what }) => /suspended|resumed|ended/.test(what)).map(({ what, text }) => [what, text])).toEqual(
    [
      ["suspended", "lunch"],
      ["resumed", "back again"],
      ["ended", "done for today"],
      ["resumed", "work continued"],
    ],
  );
});

test("W4: the demo shows a session that dies and comes back, and leaves nothing behind", async () => {
  const { code, stdout, stderr } = await product.cliProcess(["demo"], {
    env: { TMPDIR: product.folder, COLUMNS: "80" },
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.match(/## Session Recovery Context/g)).toHaveLength(2);
  expect(stdout).toContain("15-minute grace period");
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  expect(readdirSync(product.folder).filter((name) => name.startsWith("throughline-demo-"))).toEqual([]);
});
