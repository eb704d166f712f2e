import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { lastIncidents } from "../../audit/index.ts";
import { ManualClock } from "../../core/index.ts";
import { Stage } from "../../engine.test-kit.ts";
import { scratchFolder } from "../../scratch.test-kit.ts";
import type { OpenOptions } from "../../throughline.ts";

/** A session of a client that works on a task, with a project and a home on disk. */
export class Governed {
  readonly stage: Stage;
  readonly folder: string;
  readonly key: string;
  #calls = 0;

  private constructor(stage: Stage, folder: string, key: string) {
    this.stage = stage;
    this.folder = folder;
    this.key = key;
  }

  static async open(
    options: OpenOptions = {},
    { key = "one", task = "count-otters" as string | null, folder = scratchFolder(), clock = new ManualClock() } = {},
  ): Promise<Governed> {
    mkdirSync(join(folder, "acme"), { recursive: true });
    const stage = await Stage.open({ home: join(folder, "home"), ...options }, clock);
    onTestFinished(() => stage.engine.close());
    const governed = new Governed(stage, folder, key);
    if (task !== null)
      await stage.engine.sessions.create({ key, harness: "claude-code", project: governed.project, task });
    return governed;
  }

  get project(): string {
    return join(this.folder, "acme");
  }

  get taskFolder(): string {
    return join(this.project, ".throughline", "tasks", "count-otters");
  }

  session() {
    return this.stage.session(this.key);
  }

  hook(event: Parameters<Stage["hook"]>[0], fields: Readonly<Record<string, unknown>> = {}) {
    return this.stage.hook(event, this.key, { cwd: this.project, ...fields });
  }

  async prompt(prompt: string): Promise<void> {
    await this.hook("user-prompt-submit", { prompt });
  }

  async says(...replies: readonly string[]): Promise<void> {
    for (const reply of replies) {
      this.stage.clock.advance(1000);
      await this.hook("turn-end", { last_assistant_message: reply });
    }
  }

  /** Why a call is denied, or nothing. */
  async asks(
    tool_name: string,
    tool_input: unknown,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<string | undefined> {
    this.#calls += 1;
    const call = { tool_name, tool_input, tool_use_id: `asked-${this.#calls}`, ...more };
    return (await this.hook("pre-tool-use", call)).answer.block;
  }

  /** The text that the agent gets after a command. */
  async runs(command: string, output: string, { fails = false } = {}): Promise<string> {
    this.#calls += 1;
    this.stage.clock.advance(1000);
    const call = { tool_name: "Bash", tool_input: { command }, tool_use_id: `run-${this.#calls}` };
    const ended = fails
      ? { hook_event_name: "PostToolUseFailure", error: output }
      : { hook_event_name: "PostToolUse", tool_response: output };
    return (await this.hook("post-tool-use", { ...call, ...ended })).answer.inject ?? "";
  }

  checkpoint() {
    return this.session().then((session) => this.stage.engine.checkpoints.write({ session, trigger: "explicit" }));
  }

  async incidents(): Promise<string[]> {
    return (await lastIncidents(this.stage.store, 50)).map(({ kind }) => kind).reverse();
  }

  /** The engine closed and opened again, as after a restart of the daemon. */
  async reopened(): Promise<Governed> {
    await this.stage.engine.close();
    return Governed.open({}, { key: this.key, task: null, folder: this.folder, clock: this.stage.clock });
  }
}
