import type { Ambient } from "../../../ambient.ts";
import { actOf } from "../../../conversation/index.ts";
import type { Clock } from "../../../core/index.ts";
import type { MessageRecord, Store } from "../../../store/index.ts";

const SESSIONS_READ = 3;
const MESSAGES_READ = 150;
const RUNS_KEPT = 5;
const COMMANDS_KEPT = 500;
const PROJECTS_KEPT = 20;
const READ_AGAIN_MS = 5 * 60_000;
const LONGEST_KEY = 4000;

/** By what a command is known again. */
export const commandKey = (command: string): string =>
  command
    .slice(0, LONGEST_KEY)
    .replace(/^\s*cd\s+\S+\s*&&\s*/, "")
    .replace(/\s+/g, " ")
    .trim();

type Timed = Pick<MessageRecord, "kind" | "content" | "toolUseId" | "createdAt">;

/** How long each command of these messages ran: from its call to its result, a wait for permission included. */
export function runsIn(messages: readonly Timed[]): [command: string, seconds: number][] {
  const ended = new Map(
    messages.flatMap((one) => (one.kind === "tool_result" && one.toolUseId ? [[one.toolUseId, one]] : [])),
  );
  return messages.flatMap((message): [string, number][] => {
    const result = message.kind === "tool_use" && message.toolUseId ? ended.get(message.toolUseId) : undefined;
    const act = result && actOf(message);
    if (!result || act?.kind !== "run") return [];
    const seconds = (Date.parse(result.createdAt) - Date.parse(message.createdAt)) / 1000;
    return seconds >= 0 ? [[commandKey(act.command), seconds]] : [];
  });
}

const middle = (numbers: readonly number[]): number | undefined =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

interface Read {
  readonly at: number;
  readonly times: Promise<Map<string, number[]>>;
}

/** How long a project's commands took before, from the times at which they were captured. */
export class CommandTimes {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #projects = new Map<string, Read>();

  constructor({ store, clock }: Pick<Ambient, "store" | "clock">) {
    this.#store = store;
    this.#clock = clock;
  }

  /** As it usually takes there; undefined where it was never seen. */
  async usual(project: string, command: string): Promise<number | undefined> {
    return middle((await this.#of(project)).get(commandKey(command)) ?? []);
  }

  /** Read again after a while: the commands of a sitting are the ones that come again. */
  #of(project: string): Promise<Map<string, number[]>> {
    const now = this.#clock.now();
    const known = this.#projects.get(project);
    if (known && now - known.at < READ_AGAIN_MS) return known.times;
    this.#projects.delete(project);
    const [oldest] = this.#projects.keys();
    if (oldest !== undefined && this.#projects.size >= PROJECTS_KEPT) this.#projects.delete(oldest);
    const times = this.#read(project);
    this.#projects.set(project, { at: now, times });
    times.catch(() => this.#projects.delete(project));
    return times;
  }

  async #read(project: string): Promise<Map<string, number[]>> {
    const times = new Map<string, number[]>();
    const sessions = await this.#store.sessions.list({ project, type: "coding", limit: SESSIONS_READ });
    for (const { id } of sessions.reverse()) note(times, await this.#runsOf(id));
    return times;
  }

  async #runsOf(sessionId: string): Promise<[string, number][]> {
    const kinds = ["tool_use", "tool_result"] as const;
    return runsIn(await this.#store.messages.list(sessionId, { kinds, limit: MESSAGES_READ, fromEnd: true }));
  }
}

function note(times: Map<string, number[]>, runs: readonly [string, number][]): void {
  for (const [command, seconds] of runs) {
    const before = times.get(command) ?? [];
    times.delete(command);
    times.set(command, [...before, seconds].slice(-RUNS_KEPT));
  }
  for (const oldest of times.keys()) {
    if (times.size <= COMMANDS_KEPT) return;
    times.delete(oldest);
  }
}
