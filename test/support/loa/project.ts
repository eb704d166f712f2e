import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { localDay } from "../../../src/core/index.ts";

const CLI = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", "bin", "throughline.cjs");

export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string>>;

export const NOTES = `# Agent Working Memory (NOTES.md)

## Session Continuity
| Timestamp | Agent | Summary |
|-----------|-------|---------|

## Decision Log
`;

/** A project with Loa's layout in a folder that is gone when the test is; its scripts run as processes. */
export class LoaProject {
  readonly root: string;
  readonly ledger: string;
  readonly today = localDay(Date.now());

  constructor({ ledger = "grimoires/loa" }: { ledger?: string } = {}) {
    this.root = mkdtempSync(join(realpathSync(tmpdir()), "throughline-loa-"));
    this.ledger = ledger;
    mkdirSync(join(this.root, ledger, "a2a", "trajectory"), { recursive: true });
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
  }

  path(...parts: string[]): string {
    return join(this.root, ...parts);
  }

  write(name: string, content: string | Buffer): string {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  notes(content: string): string {
    return this.write(`${this.ledger}/NOTES.md`, content);
  }

  trajectoryName(agent = "implementing-tasks", day = this.today): string {
    return `${this.ledger}/a2a/trajectory/${agent}-${day}.jsonl`;
  }

  /** Adds lines to a trajectory: objects as JSON, texts as they are. */
  log(lines: readonly (object | string)[], agent?: string, day?: string): void {
    const path = this.path(this.trajectoryName(agent, day));
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""));
  }

  entries(agent?: string, day?: string): Record<string, unknown>[] {
    return this.read(this.trajectoryName(agent, day))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  }

  config(text: string): void {
    this.write(".loa.config.yaml", text);
  }

  git(...args: string[]): string {
    const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "init.defaultBranch=main"];
    return execFileSync("git", [...identity, ...args], {
      cwd: this.root,
      env: this.#environment({}),
      encoding: "utf8",
    });
  }

  /** A repository with all that is there now as its first commit. */
  commit(): void {
    this.git("init", "--quiet");
    this.git("add", "--all");
    this.git("commit", "--quiet", "--allow-empty", "--message", "First");
  }

  #environment(extra: Environment): NodeJS.ProcessEnv {
    const { PATH = "" } = process.env;
    return { PATH, HOME: this.root, GIT_CONFIG_NOSYSTEM: "1", GIT_CEILING_DIRECTORIES: dirname(this.root), ...extra };
  }

  run(args: readonly string[], env: Environment = {}, cwd = this.root): Answer {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, "loa", ...args], {
      cwd,
      env: this.#environment(env),
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    return { code: status ?? -1, stdout, stderr };
  }

  /** The one document that a command prints; nothing else may be on either stream. */
  json(args: readonly string[], env: Environment = {}): { code: number; value: Record<string, unknown> } {
    const { code, stdout, stderr } = this.run([...args, "--json"], env);
    if (stderr !== "") throw new Error(`standard error is not empty: ${stderr}`);
    return { code, value: JSON.parse(stdout) };
  }
}

export const cite = (grounding: unknown, fields: object = {}): object => ({
  ts: "2026-01-15T10:00:00Z",
  phase: "cite",
  grounding,
  claim: "A claim",
  ...fields,
});

/** The `key=value` lines of an output. */
export const values = (output: string): Record<string, string> =>
  Object.fromEntries([...output.matchAll(/^(\w+)=(.*)$/gm)].map(([, key, value]) => [key, value]));
