import type { MessageRecord, SessionRecord, Tables } from "../../store/index.ts";
import { contextOf } from "./context.ts";
import { fitToBudget } from "./fit-budget.ts";
import { latestVersions } from "./latest-versions.ts";
import type { NotCarried, Recorded, SessionWriter, Step } from "./session-writer.ts";
import { stepsOf } from "./steps.ts";
import { Tally } from "./tally.ts";

/** About as much as a model's context holds next to the client's own instructions. */
const MOST_CHARS = 400_000;

export interface Conversation {
  readonly steps: readonly Step[];
  readonly notCarried: readonly NotCarried[];
}

/** The fields of a session that the note needs. */
type Origin = Pick<SessionRecord, "harness" | "key" | "lastActivityAt" | "lastInputTokens">;

const SPOKEN_KINDS = new Set<MessageRecord["kind"]>(["prompt", "text", "summary", "tool_use"]);

/** Inserts the note to the next client's model at the start, after a summary. */
function insertNote(steps: readonly Step[], words: string, at: string): Step[] {
  const [first, ...rest] = steps;
  const note: Step = { kind: "note", text: words, at };
  return first?.kind === "summary"
    ? [first, { ...note, at: first.at }, ...rest]
    : [{ ...note, at: first?.at ?? at }, ...steps];
}

/** What a client kept over a compaction comes after its summary, though it is older. */
function countKept([first, ...rest]: readonly Recorded[]): number {
  if (first?.kind !== "summary") return 0;
  return rest.filter(({ sessionId, seq }) => sessionId === first.sessionId && seq < first.seq).length;
}

const keptNote = (count: number): string =>
  count === 0
    ? ""
    : ` Of what follows, the oldest (up to ${count} messages) is from before the summary and was kept word for word: it is not a new request.`;

function transferNote({ harness, key }: Origin, items: readonly NotCarried[], kept: number): string {
  const listed = items.map(({ what, count }) => `${what} (${count})`).join(", ");
  const left = items.length === 0 ? "" : ` Not carried over: ${listed}.`;
  return `This conversation began in ${harness} (session ${key}) and continues here, written by Throughline from its record.${keptNote(kept)}${left} Throughline's \`recall\` tool finds the rest.`;
}

/** The conversation in the client's form; undefined without messages. */
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
  if (session.lastInputTokens > 0) tally.add("usage figures", "another client counted them, for other requests");
  const note = transferNote(session, tally.items, countKept(messages));
  return { steps: insertNote(steps, note, session.lastActivityAt), notCarried: tally.items };
}

/** The conversation in a session's context. */
export async function conversationIn(
  tables: Tables,
  session: SessionRecord,
  writer: SessionWriter,
): Promise<Conversation | undefined> {
  const { messages, compacted, isKeptUncertain } = await contextOf(tables, session);
  const tally = new Tally();
  const children = await tables.sessions.list({ parentIds: [session.id] });
  const subagents = children.filter(({ lineage }) => lineage === "subagent").length;
  tally.add(
    "messages before the last compaction",
    isKeptUncertain
      ? "only its summary is carried, though the client also kept the last of them; `recall` and `expand` have them"
      : "its summary replaces them; `recall` and `expand` have them",
    compacted,
  );
  tally.add("subagents' sessions", "they are separate conversations; their answers are in this one", subagents);
  return conversationOf(session, messages, writer, tally);
}
