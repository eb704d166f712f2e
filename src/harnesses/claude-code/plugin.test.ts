import { spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HOOK_TABLE, hookGroup, SLASH_COMMAND_NAMES, SLASH_COMMANDS } from "./install.ts";

const REPOSITORY = join(import.meta.dirname, "..", "..", "..");
const PLUGIN = join(REPOSITORY, "plugin");
// biome-ignore lint/suspicious/noTemplateCurlyInString: the client replaces it, not we
const ROOT = "${CLAUDE_PLUGIN_ROOT}";
const read = (...parts: string[]) => readFileSync(join(REPOSITORY, ...parts), "utf8");
const json = (...parts: string[]) => JSON.parse(read(...parts));

describe("H2: the plugin is the same connection as the settings", () => {
  it("has the hooks of the table", () => {
    const command = { command: `${ROOT}/bin/hook`, args: [] };
    const hooks = Object.fromEntries(HOOK_TABLE.map((row) => [row.on, [hookGroup(row, command, "plugin")]]));
    expect(json("plugin", "hooks", "hooks.json")).toEqual({ hooks });
  });

  it("has the commands of the installer", () => {
    for (const name of SLASH_COMMAND_NAMES)
      expect(read("plugin", "commands", `${name}.md`)).toBe(SLASH_COMMANDS[name](`"${ROOT}/bin/throughline"`));
    expect(readdirSync(join(PLUGIN, "commands")).sort()).toEqual(["checkpoint.md", "clear.md", "ride.md", "work.md"]);
  });

  it("has the version of the package and is listed in the marketplace", () => {
    expect(json("plugin", ".claude-plugin", "plugin.json")).toMatchObject({
      name: "throughline",
      version: json("package.json").version,
      license: json("package.json").license,
    });
    expect(json(".claude-plugin", "marketplace.json").plugins).toMatchObject([
      { name: "throughline", source: "./plugin" },
    ]);
  });

  it("has programs that can be run", () => {
    const programs = readdirSync(join(PLUGIN, "bin"));
    expect(programs.sort()).toEqual(["hook", "mcp", "throughline"]);
    for (const program of programs) accessSync(join(PLUGIN, "bin", program), constants.X_OK);
  });
});

describe.skipIf(process.platform === "win32")("H2: the plugin's programs", () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "throughline plugin's "));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const PATH = "/usr/bin:/bin";
  function run(program: string, args: string[], env: Record<string, string> = {}) {
    const input = '{"session_id":"s"}'.repeat(10_000);
    return spawnSync(join(PLUGIN, "bin", program), args, {
      env: { PATH, HOME: home, ...env },
      input,
      encoding: "utf8",
    });
  }
  function provide(dir: string, name: string): void {
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, name), '#!/bin/sh\nprintf "%s;" "$@"\ncat | wc -c\n', { mode: 0o755 });
  }

  it("hand the event and its payload on to the installed hook", () => {
    provide(join(home, ".throughline", "bin"), "hook");
    const done = run("hook", ["claude-code", "session-start", "plugin"]);
    expect(done.stdout.replace(/ +/g, "")).toBe("claude-code;session-start;plugin;180000\n");
  });

  it("look in THROUGHLINE_HOME first", () => {
    const elsewhere = join(home, "else where");
    provide(join(elsewhere, "bin"), "throughline");
    expect(run("mcp", [], { THROUGHLINE_HOME: elsewhere }).stdout).toMatch(/^mcp;/);
  });

  it("find the program on the PATH", () => {
    provide(join(home, "tools"), "throughline");
    expect(run("mcp", [], { PATH: `${join(home, "tools")}:${PATH}` }).stdout).toMatch(/^mcp;/);
  });

  it("without an installed Throughline: the hook is silent, the others say what to do", () => {
    expect(run("hook", ["claude-code", "turn-end", "plugin"])).toMatchObject({ status: 0, stdout: "", stderr: "" });
    for (const program of ["mcp", "throughline"]) {
      expect(run(program, ["sessions", "start"])).toMatchObject({
        status: 1,
        stdout: "",
        stderr: expect.stringContaining("npm start"),
      });
    }
  });
});
