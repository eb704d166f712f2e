import { ManualClock, type ProcessIdentity, type PublicEvent } from "./core/index.ts";
import type { HookEventName, HookOutcome } from "./harnesses/index.ts";
import type { CheckpointRecord, SessionRecord } from "./store/index.ts";
import { type OpenOptions, openThroughline, type Throughline } from "./throughline.ts";
import { refuseFilesInTransactions } from "./transactions.test-kit.ts";

/** The engine with a clock that is moved by hand, and a client that is played. */
export class Stage {
  readonly engine: Throughline;
  readonly clock: ManualClock;
  #hooks = 0;

  private constructor(engine: Throughline, clock: ManualClock) {
    this.engine = engine;
    this.clock = clock;
  }

  static async open(options: OpenOptions = {}, clock = new ManualClock()): Promise<Stage> {
    const where = options.home === undefined ? { store: "memory" as const } : {};
    const engine = await openThroughline({ ...where, config: {}, ...options, clock });
    refuseFilesInTransactions(engine.services.store);
    return new Stage(engine, clock);
  }

  get store() {
    return this.engine.services.store;
  }

  emit(event: PublicEvent): Promise<void> {
    return this.store.transaction(async ({ emit }) => emit(event));
  }

  hook(
    event: HookEventName,
    key: string,
    fields: Readonly<Record<string, unknown>> = {},
    client?: ProcessIdentity,
  ): Promise<HookOutcome> {
    this.#hooks += 1;
    const body = JSON.stringify({ session_id: key, cwd: "/projects/alpha", ...fields });
    return this.engine.hooks.handle({
      event,
      harness: "claude-code",
      body,
      runtime: "hooks",
      hookPid: String(this.#hooks),
      client,
    });
  }

  async start(key: string, source = "startup", client?: ProcessIdentity): Promise<string> {
    const { answer } = await this.hook("session-start", key, { hook_event_name: "SessionStart", source }, client);
    return answer.inject ?? "";
  }

  async prompt(key: string, prompt: string, client?: ProcessIdentity): Promise<string> {
    const fields = { hook_event_name: "UserPromptSubmit", prompt };
    return (await this.hook("user-prompt-submit", key, fields, client)).answer.inject ?? "";
  }

  async prompts(key: string, count: number): Promise<void> {
    for (let n = 1; n <= count; n++) await this.prompt(key, `Work on the parser, part ${n}.`);
  }

  async end(key: string, reason = "other"): Promise<void> {
    await this.hook("session-end", key, { hook_event_name: "SessionEnd", reason });
    await this.engine.hooks.idle();
  }

  /** Moves the clock and lets everything that became due come to its end. */
  async pass(ms: number): Promise<void> {
    this.clock.advance(ms);
    await this.engine.hooks.idle();
    // What the clock set off runs in memory: some turns of the loop see it through.
    for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  async session(key: string): Promise<SessionRecord> {
    const session = await this.store.sessions.byKey("claude-code", key);
    if (!session) throw new Error(`there is no session ${key}`);
    return session;
  }

  /** Newest first. */
  async checkpoints(key: string): Promise<CheckpointRecord[]> {
    return this.store.checkpoints.list({ sessionId: (await this.session(key)).id });
  }

  async triggers(key: string): Promise<string[]> {
    return (await this.checkpoints(key)).map((checkpoint) => checkpoint.trigger);
  }
}
