import { ClaudeSession, type Started } from "./claude-session.ts";
import { Machine } from "./machine.ts";
import type { Expectation, Step, Story } from "./story.ts";

export interface Played {
  readonly hops: ReadonlyMap<Expectation, string>;
  /** How many characters each start was given, in the order of the story. */
  readonly starts: readonly { readonly at: string; readonly chars: number }[];
}

const MAIN = "main";

class Player {
  readonly #machine = new Machine();
  readonly #sessions = new Map<string, ClaudeSession>();
  readonly #left: ClaudeSession[] = [];
  readonly #hops = new Map<Expectation, string>();
  readonly #starts: { at: string; chars: number }[] = [];

  async play({ name, steps }: Story): Promise<Played> {
    try {
      await this.#machine.up();
      this.#machine.useProject(name);
      for (const step of steps) await this.#step(step);
      return { hops: this.#hops, starts: this.#starts };
    } finally {
      for (const session of [...this.#sessions.values(), ...this.#left]) await session.crash();
      await this.#machine.dispose();
    }
  }

  async #step(step: Step): Promise<void> {
    if ("wait" in step) return this.#machine.wait(step.wait);
    if ("renameFolder" in step) return this.#machine.renameProject(step.renameFolder);
    if ("clone" in step) return this.#machine.cloneProject(step.clone);
    if ("project" in step) return this.#machine.useProject(step.project);
    const name = step.in ?? MAIN;
    if ("start" in step) {
      const session = step.start === "startup" ? new ClaudeSession(this.#machine) : this.#session(name);
      const before = this.#sessions.get(name);
      if (before) this.#left.push(before);
      this.#sessions.set(name, session);
      const started = await session.start(step.start);
      this.#given(started.shown, step.shown);
      return this.#started(step.start, started, step.expect);
    }
    const session = this.#session(name);
    if ("compact" in step) return this.#started("compact", await session.compact(step.compact), step.expect);
    if ("clear" in step) {
      const cleared = await session.clear();
      this.#sessions.set(name, cleared.session);
      return this.#started("clear", cleared.started, step.expect);
    }
    if ("end" in step) return session.end();
    if ("crash" in step) return session.crash();
    return this.#turn(session, step);
  }

  async #turn(session: ClaudeSession, step: Extract<Step, { readonly prompt: string }>): Promise<void> {
    this.#given(await session.prompt(step.prompt), step.atPrompt);
    const given: string[] = [];
    for (const action of step.does ?? []) given.push(await session.act(action));
    this.#given(given.filter((text) => text !== "").join("\n"), step.atWork);
    if (step.reply === undefined) await session.interrupt();
    else await session.reply(step.reply);
  }

  #session(name: string): ClaudeSession {
    const session = this.#sessions.get(name);
    if (!session) throw new Error(`there is no session ${name}`);
    return session;
  }

  #started(source: string, { given }: Started, expectations?: readonly Expectation[]): void {
    this.#starts.push({ at: `start ${this.#starts.length + 1} (${source})`, chars: given.join("").length });
    this.#given(given.join("\n"), expectations);
  }

  #given(text: string, expectations: readonly Expectation[] = []): void {
    for (const expectation of expectations) this.#hops.set(expectation, text);
  }
}

export const play = (story: Story): Promise<Played> => new Player().play(story);
