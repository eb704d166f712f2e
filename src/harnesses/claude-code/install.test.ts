import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { homeAt } from "../../core/index.ts";
import type { Connection } from "../client-contract.ts";
import { applyChanges, revertChanges } from "../installing/index.ts";
import { detect, enabledPlugin, HOOK_TABLE, inspect, knownFiles, planInstall, strip } from "./install.ts";

let root: string;
let userHome: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "throughline-install-"));
  userHome = join(root, "ada's hòme");
  mkdirSync(userHome);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const home = () => homeAt(join(userHome, ".throughline"));
const inHome = (...parts: string[]) => join(userHome, ...parts);
const settingsPath = () => inHome(".claude", "settings.json");
const read = (path: string) => readFileSync(path, "utf8");
const json = (path: string) => JSON.parse(read(path).replace("\uFEFF", ""));

function write(path: string, text: string, mode = 0o600): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}

function connection(hook = join(home().bin, "hook")): Connection {
  return {
    userHome,
    env: {},
    scope: "user",
    hookCommand: { command: hook, args: [] },
    mcpCommand: { command: join(home().bin, "throughline"), args: ["mcp"], env: { THROUGHLINE_HOME: home().dir } },
    cliCommand: `'${home().bin.replaceAll("'", "'\\''")}/throughline'`,
  };
}

/** What `claude plugin install` leaves behind, for everything the user does or for one project. */
function writePlugin(project?: string): void {
  const installPath = inHome(".claude", "plugins", "cache", "x", "throughline", "0.1.0");
  write(join(installPath, "bin", "hook"), "#!/bin/sh\n", 0o755);
  const install = { scope: project ? "project" : "user", installPath, projectPath: project };
  const registry = { version: 2, plugins: { "throughline@x": [install] } };
  write(inHome(".claude", "plugins", "installed_plugins.json"), JSON.stringify(registry));
  const settings = project ? join(project, ".claude", "settings.json") : settingsPath();
  write(settings, `{"enabledPlugins": {"throughline@x": true}}`);
}

async function install(to: Connection = connection()): Promise<readonly string[]> {
  const { changes, warnings } = await planInstall(to);
  await applyChanges(home(), "claude-code", changes, strip);
  return warnings;
}

const uninstall = async (from: Connection = connection()) =>
  revertChanges(home(), "claude-code", strip, await knownFiles(from));

/** Every file below a folder with its text, Throughline's own home left out. */
function files(dir: string): Record<string, string> {
  const found = readdirSync(dir, { recursive: true, withFileTypes: true });
  const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return Object.fromEntries(paths.filter((path) => !path.startsWith(home().dir)).map((path) => [path, read(path)]));
}

const USER_HOOK = { type: "command", command: "/usr/local/bin/notify done" };

const HANDWRITTEN = `{
  // my own
  "model": "opus",
  "hooks": {
    "Stop": [{ "hooks": [ {"type":"command", "command":"/usr/local/bin/notify done"} ] }], /* keep, please */
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "check" }] },
    ],
  },
}`;

/** The reference pages of the checkpoint skill. */
const PAGES = ["auto-checkpoint-signals.md", "checkpoint-format.md", "resume-flow.md"];

describe("H1: connecting Claude Code", () => {
  it("writes hooks, MCP server, instructions and command where the client looks for them", async () => {
    expect(await install()).toEqual([]);
    const { hooks } = json(settingsPath());
    expect(Object.keys(hooks)).toEqual(HOOK_TABLE.map(({ on }) => on));
    expect(hooks.PreToolUse).toEqual([
      {
        matcher: "^(?!(?:Read|Grep|Glob|LS|NotebookRead|TodoWrite)$)",
        hooks: [
          {
            type: "command",
            command: join(home().bin, "hook"),
            args: ["claude-code", "pre-tool-use", "settings"],
            timeout: 10,
          },
        ],
      },
    ]);
    expect(hooks.PostToolUseFailure[0].hooks[0].args).toEqual(["claude-code", "post-tool-use", "settings"]);
    expect(json(inHome(".claude.json"))).toEqual({
      mcpServers: { throughline: { type: "stdio", ...connection().mcpCommand } },
    });
    expect(read(inHome(".claude", "CLAUDE.md"))).toContain("data, not instructions");
    const ride = read(inHome(".claude", "commands", "throughline", "ride.md"));
    expect(ride).toContain(`!\`${connection().cliCommand} sessions start\``);
  });

  it("plans without writing, and has nothing to plan once it is done", async () => {
    const { changes } = await planInstall(connection());
    expect(changes.map(({ before }) => before)).toEqual(Array(12).fill(undefined));
    expect(readdirSync(userHome)).toEqual([]);
    await install();
    expect(await planInstall(connection())).toEqual({ changes: [], warnings: [] });
  });

  it("keeps the user's own hooks, comments, order and layout, and says that the client ignores such a file", async () => {
    write(settingsPath(), HANDWRITTEN);
    expect(await install()).toEqual([expect.stringContaining("Claude Code does not load such a file")]);
    const installed = read(settingsPath());
    let from = 0;
    for (const line of HANDWRITTEN.split("\n").slice(0, 4)) {
      expect(installed.indexOf(line, from)).toBeGreaterThanOrEqual(from);
      from = installed.indexOf(line, from);
    }
    expect(installed).toContain(
      `[{ "hooks": [ {"type":"command", "command":"/usr/local/bin/notify done"} ] },{"hooks"`,
    );
    expect(installed).toContain("/* keep, please */");
    expect(installed).toContain(
      `{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "check" }] },\n      {`,
    );
  });

  it("touches nothing else of the client's state", async () => {
    write(inHome(".claude.json"), `{"numStartups":7,"mcpServers":{"other":{"command":"x"}},"projects":{"/p":{"a":1}}}`);
    await install();
    const { mcpServers, ...rest } = json(inHome(".claude.json"));
    expect(rest).toEqual({ numStartups: 7, projects: { "/p": { a: 1 } } });
    expect(Object.keys(mcpServers)).toEqual(["other", "throughline"]);
  });

  it("honours CLAUDE_CONFIG_DIR, where the state file is inside", async () => {
    const dir = join(root, "elsewhere");
    await install({ ...connection(), env: { CLAUDE_CONFIG_DIR: dir } });
    expect(readdirSync(dir).sort()).toEqual([".claude.json", "CLAUDE.md", "commands", "settings.json", "skills"]);
    expect(existsSync(inHome(".claude"))).toBe(false);
  });

  it("uses the state file of early versions when there is one, as the client does", async () => {
    write(inHome(".claude", ".config.json"), "{}");
    await install();
    expect(json(inHome(".claude", ".config.json")).mcpServers.throughline.type).toBe("stdio");
    expect(existsSync(inHome(".claude.json"))).toBe(false);
  });

  it("connects one project by files that are not shared, under the name the client gives the project", async () => {
    const repository = inHome("acme");
    mkdirSync(join(repository, ".git"), { recursive: true });
    symlinkSync(repository, inHome("link"));
    const projectDir = inHome("link");
    await install({ ...connection(), scope: "project", projectDir });
    expect(Object.keys(files(userHome)).sort()).toEqual([
      inHome(".claude.json"),
      join(repository, ".claude", "commands", "throughline", "checkpoint.md"),
      join(repository, ".claude", "commands", "throughline", "clear.md"),
      join(repository, ".claude", "commands", "throughline", "ride.md"),
      join(repository, ".claude", "commands", "throughline", "work.md"),
      join(repository, ".claude", "settings.local.json"),
      join(repository, ".claude", "skills", "throughline-checkpoint", "SKILL.md"),
      ...PAGES.map((page) => join(repository, ".claude", "skills", "throughline-checkpoint", "references", page)),
      join(repository, ".claude", "skills", "throughline", "SKILL.md"),
      join(repository, "CLAUDE.local.md"),
    ]);
    expect(Object.keys(json(inHome(".claude.json")).projects)).toEqual([repository]);
    await uninstall();
    expect(files(userHome)).toEqual({});
    expect(readdirSync(repository)).toEqual([".git"]);
  });

  it("installs no second set of hooks next to the plugin, and warns when there are both", async () => {
    writePlugin();
    const alone = files(userHome);
    expect(await install()).toEqual([expect.stringContaining("claude plugin uninstall throughline@x")]);
    expect(files(userHome)).toEqual(alone);
    write(settingsPath(), "{}");
    await install();
    write(settingsPath(), read(settingsPath()).replace("{", `{"enabledPlugins":{"throughline@x":true},`));
    expect(await install()).toEqual([expect.stringContaining("claude plugin uninstall throughline@x")]);
  });
});

describe("H1: connecting again", () => {
  it("updates what an older version wrote, in place, and never doubles it", async () => {
    const old = join(userHome, "old", ".throughline", "bin", "hook");
    const args = (event: string) => ["--slow", "claude-code", event, "settings"];
    write(
      settingsPath(),
      JSON.stringify({
        hooks: {
          SessionStart: [
            { hooks: [{ type: "command", command: old, args: args("session-start") }] },
            { hooks: [USER_HOOK] },
          ],
          Stop: [{ hooks: [USER_HOOK, { type: "command", command: `'${old}' claude-code turn-end` }] }],
          UserPromptSubmit: [
            { hooks: [{ type: "command", command: "node", args: args("user-prompt-submit") }] },
            { hooks: [{ type: "command", command: old }] },
          ],
          Notification: [{ hooks: [{ type: "command", command: old, args: args("turn-end") }] }],
        },
      }),
    );
    await install();
    const { hooks } = json(settingsPath());
    const ours = (event: string) => ({
      type: "command",
      command: join(home().bin, "hook"),
      args: ["claude-code", event, "settings"],
      timeout: 10,
    });
    expect(hooks.SessionStart).toEqual([{ hooks: [ours("session-start")] }, { hooks: [USER_HOOK] }]);
    expect(hooks.Stop).toEqual([{ hooks: [USER_HOOK, ours("turn-end")] }]);
    expect(hooks.UserPromptSubmit).toEqual([{ hooks: [ours("user-prompt-submit")] }]);
    expect(hooks.Notification).toBeUndefined();
    expect((await planInstall(connection())).changes).toEqual([]);
  });

  it("takes ours out of a user's group with another matcher rather than inherit that matcher", async () => {
    const entry = { type: "command", command: "x", args: ["claude-code", "post-tool-use", "settings"] };
    write(settingsPath(), JSON.stringify({ hooks: { PostToolUse: [{ matcher: "Bash", hooks: [entry, USER_HOOK] }] } }));
    await install();
    expect(json(settingsPath()).hooks.PostToolUse).toEqual([
      { matcher: "Bash", hooks: [USER_HOOK] },
      expect.objectContaining({ matcher: "*" }),
    ]);
  });

  it("leaves hooks alone that only look a little like ours", async () => {
    const others = [
      { type: "command", command: "/opt/other/bin/hook claude-code start" },
      { type: "command", command: "/opt/other/bin/hook" },
      { type: "command", command: "x", args: ["claude-code"] },
      { type: "prompt", prompt: "claude-code session-start" },
      "text",
      null,
    ];
    write(settingsPath(), JSON.stringify({ hooks: { Stop: [{ hooks: others }, "text", { hooks: 1 }] } }));
    await install();
    expect(json(settingsPath()).hooks.Stop.slice(0, 3)).toEqual([{ hooks: others }, "text", { hooks: 1 }]);
  });
});

describe("H1: disconnecting", () => {
  it("a settings.json with the user's own hooks and comments comes back byte for byte after uninstall", async () => {
    write(settingsPath(), HANDWRITTEN, 0o644);
    write(inHome(".claude", "CLAUDE.md"), "# Mine\r\n\r\nno end");
    write(inHome(".claude.json"), `{\n\t"numStartups": 7\n}`);
    const before = files(userHome);
    await install();
    await install(connection("/moved/.throughline/bin/hook"));
    expect((await uninstall()).map(({ action }) => action)).toEqual([
      "restore",
      "restore",
      "restore",
      "delete",
      "delete",
      ...Array(7).fill("delete"),
    ]);
    expect(files(userHome)).toEqual(before);
    expect(readdirSync(inHome(".claude")).sort()).toEqual(["CLAUDE.md", "settings.json"]);
  });

  it("leaves no file and no folder where there was none", async () => {
    await install();
    await uninstall();
    expect(readdirSync(userHome)).toEqual([".throughline"]);
  });

  it("takes only ours out of what the client and the user wrote since", async () => {
    write(settingsPath(), HANDWRITTEN);
    await install();
    const state = json(inHome(".claude.json"));
    const project = { allowedTools: [], mcpServers: { throughline: { command: "x" } } };
    const rewritten = { numStartups: 1, ...state, projects: { "/p": project } };
    write(inHome(".claude.json"), JSON.stringify(rewritten));
    write(settingsPath(), read(settingsPath()).replace("opus", "sonnet"));
    write(inHome(".claude", "CLAUDE.md"), `${read(inHome(".claude", "CLAUDE.md"))}\nMine.\n`);
    expect((await uninstall()).map(({ action }) => action)).toEqual([
      "strip",
      "strip",
      "strip",
      "delete",
      "delete",
      ...Array(7).fill("delete"),
    ]);
    expect(json(inHome(".claude.json"))).toEqual({ numStartups: 1, projects: { "/p": { allowedTools: [] } } });
    // The trailing commas moved with the entries; nothing else of the text differs.
    const plain = (text: string) => text.replace(/,(?=\s*[\]}])/g, "");
    expect(plain(read(settingsPath()))).toBe(plain(HANDWRITTEN.replace("opus", "sonnet")));
    expect(read(inHome(".claude", "CLAUDE.md"))).toBe("\nMine.\n");
  });

  it("works without a record, and keeps a command file that the user made their own", async () => {
    write(settingsPath(), `{"model":"opus"}`);
    await install();
    rmSync(home().dir, { recursive: true });
    write(inHome(".claude", "commands", "throughline", "ride.md"), "My own ride.");
    await uninstall();
    expect(files(userHome)).toEqual({
      [settingsPath()]: `{"model":"opus"}`,
      [inHome(".claude", "commands", "throughline", "ride.md")]: "My own ride.",
    });
  });

  it("N10: installs the command and the skill for named checkpoints byte for byte, and removes them without a trace", async () => {
    const mark = "# Written by `throughline init`; `throughline uninstall` removes it.";
    const shipped = (...parts: string[]) => read(join(import.meta.dirname, "..", "..", "..", "plugin", ...parts));
    const installed = (text: string) => text.replace(`---\n${mark}\n`, "---\n");
    await install();
    const command = read(inHome(".claude", "commands", "throughline", "checkpoint.md"));
    const skill = read(inHome(".claude", "skills", "throughline-checkpoint", "SKILL.md"));
    expect(installed(command)).toBe(shipped("commands", "checkpoint.md"));
    expect(installed(skill)).toBe(shipped("skills", "checkpoint", "SKILL.md"));
    for (const page of PAGES) {
      const written = read(inHome(".claude", "skills", "throughline-checkpoint", "references", page));
      expect(installed(written)).toBe(shipped("skills", "checkpoint", "references", page));
      expect(skill).toContain(`(references/${page})`);
    }
    for (const verb of ["save", "list", "resume", "delete"]) {
      expect(command).toMatch(new RegExp(`^- \`${verb}\\b.*call \`checkpoint_${verb}\``, "m"));
      expect(skill).toContain(`checkpoint_${verb}`);
    }
    await uninstall();
    expect(files(userHome)).toEqual({});
  });

  it("brings a user's own ride.md back", async () => {
    const path = inHome(".claude", "commands", "throughline", "ride.md");
    write(path, "My own ride.");
    await install();
    write(path, `${read(path)}\nedited`);
    await uninstall();
    expect(read(path)).toBe("My own ride.");
  });
});

describe("H1: for any settings, indentation, line ends and byte order mark", () => {
  const text = fc.string({ maxLength: 8 });
  const userGroup = fc.record({
    matcher: text,
    hooks: fc.array(fc.record({ type: fc.constant("command"), command: text })),
  });
  const event = fc.constantFrom("Stop", "SessionStart", "PreToolUse", "Notification");
  const hooks = fc.dictionary(event, fc.array(userGroup, { maxLength: 3 }));
  const others = fc.dictionary(text, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 });
  const settings = fc
    .tuple(others, fc.option(hooks, { nil: undefined }))
    .map(([rest, own]) => (own === undefined ? { ...rest, hooks: undefined } : { ...rest, hooks: own }));
  const written = fc
    .record({
      settings,
      indent: fc.constantFrom("", " ", "  ", "    ", "\t"),
      eol: fc.constantFrom("\n", "\r\n"),
      end: fc.boolean(),
      bom: fc.boolean(),
    })
    .map(({ settings: data, indent, eol, end, bom }) => {
      const lines = `${JSON.stringify(data, null, indent)}${end ? "\n" : ""}`;
      return (bom ? "\uFEFF" : "") + lines.replaceAll("\n", eol);
    });

  const inFreshHome = async (before: string, test: () => Promise<void>) => {
    rmSync(userHome, { recursive: true });
    write(settingsPath(), before);
    await test();
  };

  it("install and uninstall leave identical bytes", async () => {
    const check = fc.asyncProperty(written, (before) =>
      inFreshHome(before, async () => {
        await install();
        expect(read(settingsPath())).not.toBe(before);
        await uninstall();
        expect(files(userHome)).toEqual({ [settingsPath()]: before });
      }),
    );
    await fc.assert(check, { numRuns: 60 });
  });

  it("installing twice is installing once", async () => {
    const check = fc.asyncProperty(written, (before) =>
      inFreshHome(before, async () => {
        await install();
        const once = files(userHome);
        expect((await planInstall(connection())).changes).toEqual([]);
        await install();
        expect(files(userHome)).toEqual(once);
      }),
    );
    await fc.assert(check, { numRuns: 40 });
  });

  it("what the user adds afterwards stays and ours goes", async () => {
    const check = fc.asyncProperty(written, event, (before, on) =>
      inFreshHome(before, async () => {
        await install();
        const edited = json(settingsPath());
        edited.hooks[on] = [...(edited.hooks[on] ?? []), { hooks: [USER_HOOK] }];
        write(settingsPath(), JSON.stringify(edited, null, 4));
        await uninstall();
        const left = json(settingsPath());
        expect(left.hooks[on].at(-1)).toEqual({ hooks: [USER_HOOK] });
        expect(JSON.stringify(left)).not.toContain(join(".throughline", "bin"));
        const original: { hooks?: Record<string, unknown[]> } = JSON.parse(before.replace("\uFEFF", ""));
        for (const [name, groups] of Object.entries(original.hooks ?? {})) {
          // A list that was empty before may be gone with ours.
          expect((left.hooks[name] ?? []).slice(0, groups.length)).toEqual(groups);
        }
        expect({ ...left, hooks: undefined }).toEqual({ ...original, hooks: undefined });
      }),
    );
    await fc.assert(check, { numRuns: 60 });
  });

  it("the stripped text is the original text, wherever the user had no empty lists", async () => {
    const check = fc.asyncProperty(written, (before) =>
      inFreshHome(before, async () => {
        fc.pre(!/\[\]|"hooks": ?\{\}/.test(before));
        const { changes } = await planInstall(connection());
        expect(strip(settingsPath(), changes[0]?.after ?? "")).toBe(before);
      }),
    );
    await fc.assert(check, { numRuns: 60 });
  });
});

describe("H1: hostile files", () => {
  const refusal = async () => {
    write(inHome(".claude", "CLAUDE.md"), "# Mine\n");
    const before = files(userHome);
    const error: unknown = await install().catch((thrown: unknown) => thrown);
    expect(files(userHome)).toEqual(before);
    expect(existsSync(home().installs)).toBe(false);
    return error;
  };

  it.each([
    ["does not parse", `{\n  "a": 1\n  "b": 2\n}`, ":3: not valid JSON"],
    ["is cut off", `{\n  "hooks": {`, ":2: not valid JSON"],
    ["has hooks as a list", `{\n\n  "hooks": []\n}`, `:3: "hooks" should be an object and is an array`],
    ["has hooks as a text", `{"hooks": "none"}`, `:1: "hooks" should be an object and is a string`],
    [
      "has an event that is no list",
      `{"hooks":\n{"Stop": {}}}`,
      `:2: "hooks"."Stop" should be an array and is an object`,
    ],
    ["is a list", "[]", ":1: holds no JSON object"],
  ])("a settings.json that %s is refused, and no file is changed", async (_name, text, message) => {
    write(settingsPath(), text);
    expect(await refusal()).toMatchObject({
      code: "bad_config",
      message: expect.stringContaining(settingsPath() + message),
    });
  });

  it("a state file that does not parse is refused, and the settings stay as well", async () => {
    write(inHome(".claude.json"), "{ oops");
    expect(await refusal()).toMatchObject({ code: "bad_config", message: expect.stringContaining(".claude.json:1:") });
  });

  it("a folder where settings.json should be", async () => {
    mkdirSync(settingsPath(), { recursive: true });
    expect(await refusal()).toMatchObject({ code: "bad_config", message: expect.stringContaining("folder") });
  });

  it("a file where ~/.claude should be", async () => {
    writeFileSync(inHome(".claude"), "");
    await expect(install()).rejects.toMatchObject({ code: "bad_config" });
    expect(readdirSync(userHome)).toEqual([".claude"]);
  });

  it.each(["", " \r\n\t ", "\uFEFF", "{}", "{ }"])(
    "a settings.json of %j takes the hooks and comes back",
    async (text) => {
      write(settingsPath(), text);
      await install();
      expect(Object.keys(json(settingsPath()).hooks)).toHaveLength(HOOK_TABLE.length);
      await uninstall();
      expect(read(settingsPath())).toBe(text);
    },
  );

  it("a settings.json that is a link into a dotfiles repository stays one", async () => {
    const target = inHome("dotfiles", "settings.json");
    write(target, `{"model":"opus"}`);
    mkdirSync(inHome(".claude"));
    symlinkSync(target, settingsPath());
    await install();
    expect(lstatSync(settingsPath()).isSymbolicLink()).toBe(true);
    expect(json(target).hooks.Stop).toHaveLength(1);
    await uninstall();
    expect(lstatSync(settingsPath()).isSymbolicLink()).toBe(true);
    expect(read(target)).toBe(`{"model":"opus"}`);
  });

  it("a file that cannot be understood any more is left as it is, and the others are cleaned", async () => {
    await install();
    write(settingsPath(), `${read(settingsPath())} oops`);
    const done = await uninstall();
    expect(done.map(({ action }) => action)).toEqual(["failed", ...Array(11).fill("delete")]);
    expect(done[0]?.detail).toContain("not valid JSON");
    expect(Object.keys(files(userHome))).toEqual([settingsPath()]);
  });
});

describe("H1: doctor", () => {
  const failing = async () => (await inspect(connection())).filter(({ ok }) => !ok).map(({ name }) => name);

  it("finds everything right after an install with the programs in place", async () => {
    await install();
    write(join(home().bin, "hook"), "#!/bin/sh\n", 0o755);
    write(join(home().bin, "throughline"), "#!/bin/sh\n", 0o755);
    expect(await failing()).toEqual([]);
  });

  it("names what is missing when nothing is installed", async () => {
    const checks = await inspect(connection());
    const hooks = HOOK_TABLE.map(({ on }) => `hook ${on}`);
    const commands = ["/throughline:ride", "/throughline:clear", "/throughline:checkpoint", "/throughline:work"];
    const files = ["MCP server", "instructions", ...commands, "skill continuity", "skill checkpoint"];
    const pages = ["checkpoint-format", "resume-flow", "auto-checkpoint-signals"];
    const missing = [...hooks, ...files, ...pages.map((page) => `skill checkpoint, references/${page}.md`)];
    expect(checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(missing);
    expect(checks.every(({ ok, hint }) => ok === (hint === ""))).toBe(true);
  });

  it("finds hooks whose program is gone or cannot be run", async () => {
    await install();
    write(join(home().bin, "hook"), "#!/bin/sh\n", 0o644);
    expect(await failing()).toEqual([...HOOK_TABLE.map(({ on }) => `hook ${on}`), "MCP server"]);
  });

  it("accepts the plugin alone, and finds hooks next to it", async () => {
    await install();
    const installed = read(settingsPath());
    writePlugin();
    expect(await failing()).toEqual([]);
    write(settingsPath(), installed.replace("{", `{"enabledPlugins": {"throughline@x": true},`));
    expect(await failing()).toContain("connected once");
  });

  it("finds a plugin that is enabled in the project, and one whose files are gone", async () => {
    const repository = join(root, "acme");
    mkdirSync(join(repository, ".git"), { recursive: true });
    const here = { ...connection(), scope: "project", projectDir: repository } as const;
    const found = async () => (await inspect(here)).filter(({ ok }) => !ok).map(({ name }) => name);
    writePlugin(repository);
    expect(await found()).toEqual([]);
    expect(await enabledPlugin(connection())).toBeUndefined();
    write(join(repository, ".claude", "settings.local.json"), `{"enabledPlugins": {"throughline@x": false}}`);
    expect(await found()).toContain("hook SessionStart");
    rmSync(join(repository, ".claude", "settings.local.json"));
    rmSync(inHome(".claude", "plugins", "cache"), { recursive: true });
    expect(await found()).toEqual(["plugin"]);
  });

  it("finds comments and switched-off hooks", async () => {
    writePlugin();
    write(settingsPath(), `{"disableAllHooks": true, "enabledPlugins": {"throughline@x": true} /* why */}`);
    expect(await failing()).toEqual(["settings", "hooks switched on"]);
    write(settingsPath(), "{ oops");
    expect((await failing())[0]).toBe("settings");
  });
});

describe("H1: finding Claude Code", () => {
  it("by its folder, by CLAUDE_CONFIG_DIR, or by the program on the PATH", async () => {
    expect(await detect(userHome, { PATH: userHome })).toBe(false);
    write(inHome("claude"), "#!/bin/sh\n", 0o755);
    expect(await detect(userHome, { PATH: `/nonexistent:${userHome}` })).toBe(true);
    expect(await detect(userHome, { CLAUDE_CONFIG_DIR: userHome })).toBe(true);
    mkdirSync(inHome(".claude"));
    expect(await detect(userHome, {})).toBe(true);
  });
});
