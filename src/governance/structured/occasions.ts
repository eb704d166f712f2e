import type { Ambient } from "../../ambient.ts";
import type { Checkpoints } from "../../checkpoints/index.ts";
import { oneLine } from "../../conversation/index.ts";
import type { Ledger } from "../../ledger/index.ts";
import type { CheckpointTrigger, SessionRecord } from "../../store/index.ts";
import type { Structuring } from "./structuring.ts";
import { type FileWork, type Work, workIn } from "./work.ts";

/** Edits and repairs come in bursts: one checkpoint in that time holds them all. */
const APART_MS = 30_000;
const MESSAGES = 400;
const LOOKED_AT = ["tool_use", "tool_result"] as const;
const MANY_EDITS = 3;
const MANY_LINES = 40;
const LONGEST = 300;

export interface Occasion {
  readonly trigger: CheckpointTrigger;
  readonly summary: string;
}

const isHeavy = ({ action, edits, lines }: FileWork): boolean =>
  action === "modified" && (edits >= MANY_EDITS || lines >= MANY_LINES);

const named = (verb: string, files: readonly FileWork[]): string[] =>
  files.length === 0 ? [] : [`${verb} ${files.map(({ path }) => path).join(", ")}`];

/** What happened that must be kept: the weightiest of it names the checkpoint, all of it stands in the summary. */
export function occasionOf(work: Work, decisions: readonly string[]): Occasion | undefined {
  const files = [
    ...named(
      "created",
      work.files.filter(({ action }) => action === "created"),
    ),
    ...named("edited much", work.files.filter(isHeavy)),
  ];
  const mended = work.mended.map(({ command, error }) => `\`${oneLine(command, 80)}\` passes again after: ${error}`);
  const decided = decisions.map((decision) => `decided: ${decision}`);
  const said = [...decided, ...mended, ...files];
  if (said.length === 0) return undefined;
  const trigger = decided.length > 0 ? "decision" : mended.length > 0 ? "error_recovery" : "file_edit";
  const text = oneLine(said.join("; "), LONGEST);
  return { trigger, summary: `${text.charAt(0).toUpperCase()}${text.slice(1)}` };
}

/** Writes the checkpoints that sessions under a task must have, beside their work and not on its path. */
export class Occasions {
  readonly #ambient: Ambient;
  readonly #ledger: Ledger;
  readonly #checkpoints: () => Checkpoints;
  readonly #structuring: Structuring;
  readonly #due = new Map<string, { readonly at: number; readonly cancel: () => void }>();
  readonly #decisions = new Map<string, string[]>();
  readonly #writing = new Set<Promise<void>>();

  constructor(ambient: Ambient, ledger: Ledger, checkpoints: () => Checkpoints, structuring: Structuring) {
    this.#ambient = ambient;
    this.#ledger = ledger;
    this.#checkpoints = checkpoints;
    this.#structuring = structuring;
  }

  get #delayMs(): number {
    return this.#ambient.config.continuity.flushDelayMs;
  }

  /** Tools were used: there may be something to keep. */
  async looked(session: SessionRecord): Promise<void> {
    if (this.#due.has(session.id)) return;
    const last = await this.#structuring.newestOf(session);
    const now = this.#ambient.clock.now();
    const apart = last ? Date.parse(last.createdAt) + APART_MS - now : 0;
    this.#plan(session.id, Math.max(this.#delayMs, apart));
  }

  /** Something was decided: that does not wait for the rest. */
  decided(session: SessionRecord, decision: string): void {
    this.#decisions.set(session.id, [...(this.#decisions.get(session.id) ?? []), decision]);
    this.#plan(session.id, this.#delayMs);
  }

  #plan(sessionId: string, ms: number): void {
    const { clock } = this.#ambient;
    const at = clock.now() + ms;
    const planned = this.#due.get(sessionId);
    if (planned && planned.at <= at) return;
    planned?.cancel();
    this.#due.set(sessionId, { at, cancel: clock.after(ms, () => this.#begin(sessionId)) });
  }

  #begin(sessionId: string): void {
    this.#due.get(sessionId)?.cancel();
    this.#due.delete(sessionId);
    const writing: Promise<void> = this.#write(sessionId)
      .catch((error) =>
        this.#ambient.log.error({ err: error, sessionId }, "a checkpoint of a task could not be written"),
      )
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  async #write(sessionId: string): Promise<void> {
    const { store } = this.#ambient;
    const decisions = this.#decisions.get(sessionId) ?? [];
    this.#decisions.delete(sessionId);
    const session = await store.sessions.get(sessionId);
    if (!session?.task || !session.project) return;
    const occasion = occasionOf(await this.#workOf(session), decisions);
    if (!occasion) return;
    const structured = await this.#structuring.of(session, occasion.trigger, occasion.summary);
    await this.#checkpoints().write({ session, trigger: occasion.trigger, structured: structured?.state });
  }

  /** What the tools did since the last checkpoint; an error may have been met before it. */
  async #workOf(session: SessionRecord): Promise<Work> {
    const { store } = this.#ambient;
    const since = (await store.checkpoints.list({ sessionId: session.id, limit: 1 }))[0]?.messageSeq ?? 0;
    const { root } = await this.#ledger.at(session.project ?? "/");
    const messages = await store.messages.list(session.id, { kinds: LOOKED_AT, limit: MESSAGES, fromEnd: true });
    const { mended } = workIn(messages, root);
    const recent = workIn(
      messages.filter(({ seq }) => seq > since),
      root,
    );
    return { ...recent, mended: mended.filter(({ seq }) => seq > since) };
  }

  /** The session ended: its last checkpoint covers what was waiting. */
  forget(sessionId: string): void {
    this.#due.get(sessionId)?.cancel();
    this.#due.delete(sessionId);
    this.#decisions.delete(sessionId);
  }

  /** Writes what is due at once. */
  async idle(): Promise<void> {
    for (const sessionId of [...this.#due.keys()]) this.#begin(sessionId);
    while (this.#writing.size > 0) await Promise.all(this.#writing);
  }
}
