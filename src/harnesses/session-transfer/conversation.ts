import type { MessageRecord, SessionRecord, Tables } from "../../store/index.ts";
import { contextOf } from "./context.ts";
import type { NotCarried, Recorded, SessionWriter, Step } from "./contract.ts";
import { fitToBudget } from "./fit-budget.ts";
import { latestVersions } from "./latest-versions.ts";
import { stepsOf } from "./steps.ts";
import { Tally } from "./tally.ts";

/** About as much as a model's context holds beside what its client tells it. */
const MOST_CHARS = 400_000;

export interface Conversation {
  readonly steps: readonly Step[];
  readonly notCarried: readonly NotCarried[];
}

/** What is told of the session itself. */
type Origin = Pick<SessionRecord, "harness" | "key" | "lastActivityAt" | "lastInputTokens">;

const SPOKEN_KINDS = new Set<MessageRecord["kind"]>(["prompt", "text", "summary", "tool_use"]);

/**
 * What the next client's model is told of the change, behind the summary if there is one: first comes what is oldest.
 */
function insertNote(steps: readonly Step[], words: string, at: string): Step[] {
  const [first, ...rest] = steps;
  const note: Step = { kind: "note", text: words, at };
  return first?.kind === "summary"
    ? [first, { ...note, at: first.at }, ...rest]
    : [{ ...note, at: first?.at ?? at }, ...steps];
}

const listed = (items: readonly NotCarried[]): string =>
  items.map(({ what, count }) => `${what} (${count})`).join(", ");

/** What a client kept across a compaction stands behind its summary, though it was said before. */
function countKept([first, ...rest]: readonly Recorded[]): number {
  if (first?.kind !== "summary") return 0;
  return rest.filter(({ sessionId, seq }) => sessionId === first.sessionId && seq < first.seq).length;
}

const keptNote = (count: number): string =>
  count === 0
    ? ""
    : ` Of what follows, the oldest (up to ${count} of its messages) was said before the summary and kept word for word beside it: it is no new request.`;

function transferNote({ harness, key }: Origin, items: readonly NotCarried[], kept: number): string {
  const left = items.length === 0 ? "" : ` Not carried over: ${listed(items)}.`;
  return `This conversation was begun in ${harness} (session ${key}) and goes on here, written by Throughline from its record.${keptNote(kept)}${left} Throughline's \`recall\` tool finds the rest.`;
}

/** What a client can take of messages: pure, whatever they are. Undefined where nobody said anything. */
export function conversationOf(
  session: Origin,
  recorded: readonly Recorded[],
  writer: SessionWriter,
  tally = new Tally(),
  budget = MOST_CHARS,
): Conversation | undefined {
  const messages = latestVersions(recorded);
  if (!messages.some(({ kind, content }) => SPOKEN_KINDS.has(kind) && content.trim() !== "")) return undefined;
  const steps = fitToBudget(stepsOf(messages, { writer, tally }), budget, tally);
  if (session.lastInputTokens > 0) tally.add("usage figures", "they were counted by another client, of other requests");
  const note = transferNote(session, tally.items, countKept(messages));
  return { steps: insertNote(steps, note, session.lastActivityAt), notCarried: tally.items };
}

/** What a client can take of a session: all that is in its context. */
export async function conversationIn(
  tables: Tables,
  session: SessionRecord,
  writer: SessionWriter,
): Promise<Conversation | undefined> {
  const { messages, compacted, isKeptUncertain } = await contextOf(tables, session);
  const tally = new Tally();
  const children = await tables.sessions.list({ parentId: session.id });
  const subagents = children.filter(({ lineage }) => lineage === "subagent").length;
  tally.add(
    "messages before the last compaction",
    isKeptUncertain
      ? "only its summary is carried, though the client kept the last of them beside it; `recall` and `expand` have them"
      : "its summary stands for them; `recall` and `expand` have them",
    compacted,
  );
  tally.add("subagents' sessions", "they are conversations of their own; what they answered is in this one", subagents);
  return conversationOf(session, messages, writer, tally);
}
