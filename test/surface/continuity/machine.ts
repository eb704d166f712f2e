import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { ProcessIdentity } from "../../../src/core/index.ts";
import type { HookEventName } from "../../../src/harnesses/index.ts";
import { ManualClock, openThroughline, type Throughline } from "../../../src/index.ts";

const HOUR_MS = 3_600_000;
const MONDAY_MORNING = "2026-03-02T08:30:00.000Z";
/** No settings of whoever runs the tests, and an identity that git asks for. */
const GIT_ENV = {
  ...process.env,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_AUTHOR_NAME: "A. Developer",
  GIT_AUTHOR_EMAIL: "developer@example.org",
  GIT_COMMITTER_NAME: "A. Developer",
  GIT_COMMITTER_EMAIL: "developer@example.org",
};

const clientOutput = z.looseObject({
  hookSpecificOutput: z.looseObject({ additionalContext: z.string().optional() }).optional(),
  systemMessage: z.string().optional(),
  decision: z.string().optional(),
});

/** What one hook answered: for the agent, and for the user to see. Empty where it said nothing. */
interface Answer {
  readonly context: string;
  readonly message: string;
}

/** A developer's computer: Throughline on its own data folder, a clock that is moved by hand, projects with git. */
export class Machine {
  readonly folder = mkdtempSync(join(tmpdir(), "throughline-continuity-"));
  readonly clock = new ManualClock(MONDAY_MORNING);
  project = "";
  #engine: Throughline | undefined;
  #hooks = 0;

  async up(): Promise<void> {
    this.#engine = await openThroughline({ home: join(this.folder, ".throughline"), config: {}, clock: this.clock });
    await this.#engine.runDueWork();
    await this.#engine.maintain();
  }

  get engine(): Throughline {
    if (!this.#engine) throw new Error("Throughline is not running");
    return this.#engine;
  }

  async dispose(): Promise<void> {
    await this.#engine?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async hook(event: HookEventName, payload: object, client?: ProcessIdentity): Promise<Answer> {
    this.#hooks += 1;
    const { clientOutput: output } = await this.engine.hooks.handle({
      event,
      harness: "claude-code",
      body: JSON.stringify(payload),
      runtime: "hooks",
      hookPid: String(this.#hooks),
      client,
    });
    if (output === "") return { context: "", message: "" };
    const { hookSpecificOutput, systemMessage, decision } = clientOutput.parse(JSON.parse(output));
    if (decision !== undefined) throw new Error(`${event} was refused: ${output}`);
    return { context: hookSpecificOutput?.additionalContext ?? "", message: systemMessage ?? "" };
  }

  /** Lets time pass while Throughline runs. */
  async pass(ms: number): Promise<void> {
    this.clock.advance(ms);
    await this.settle();
  }

  /** What the clock set off reads files: give it a moment of real time, as it would have. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) {
      await this.engine.hooks.idle();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  /** A break: Throughline looks after what it has, and is then restarted, as a computer is. */
  async wait(hours: number): Promise<void> {
    const tidying = Math.min(10 * 60_000, (hours * HOUR_MS) / 2);
    await this.pass(tidying);
    await this.engine.runDueWork();
    await this.settle();
    await this.engine.close();
    this.clock.advance(hours * HOUR_MS - tidying);
    await this.up();
  }

  useProject(name: string): void {
    this.project = join(this.folder, "code", name);
    mkdirSync(this.project, { recursive: true });
    this.#git("init", "-q", "-b", "main");
    this.#git("remote", "add", "origin", `https://git.example.org/team/${name}.git`);
    this.#git("commit", "-q", "--allow-empty", "-m", `Begin ${name}`);
  }

  renameProject(name: string): void {
    const moved = join(this.folder, "code", name);
    renameSync(this.project, moved);
    this.project = moved;
  }

  cloneProject(name: string): void {
    const origin = this.#git("remote", "get-url", "origin");
    const copy = join(this.folder, "code", name);
    this.#git("clone", "-q", this.project, copy);
    this.project = copy;
    this.#git("remote", "set-url", "origin", origin);
  }

  #git(...args: readonly string[]): string {
    return execFileSync("git", [...args], { cwd: this.project, env: GIT_ENV, encoding: "utf8" }).trim();
  }
}
