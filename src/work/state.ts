import type { StatementRecord, WorkNoteRecord } from "../store/index.ts";
import { contentTerms, soundsLikeCorrection, soundsLikeDone, soundsLikeSettled } from "../text/index.ts";
import type { DecisionRecord } from "./decisions.ts";
import { isSettledBy, RanSince } from "./reading/failures.ts";
import { isClear, namesNothing, sameStatement, shareWithin, wordSet } from "./reading/message-pieces.ts";
import type { Failure, Highlight, Quote } from "./reading/session-reading.ts";
import type { Part } from "./threads.ts";

/** A rule or a decision of the project. */
export interface Entry {
  readonly id: string;
  readonly kind: "rule" | "decision";
  readonly text: string;
  /** Its one sentence that states the rule or decision. */
  readonly core: string;
  readonly at: string;
  readonly by: "user" | "agent";
  /** Whether the agent or the user recorded it, or it only came up in conversation. */
  readonly isRecorded: boolean;
  readonly sessionId: string | null;
  readonly seq: number | null;
  readonly reason: string | null;
  readonly rejected: readonly string[];
  /** The entry that replaced it. */
  readonly supersededBy: string | null;
}

/** A failure and the session in which it was last seen. */
export interface ThreadFailure extends Failure {
  readonly sessionId: string;
}

export type ThreadState = "open" | "finished" | "dropped" | "dormant";

/** Whether no work is left in it. */
export const isOver = ({ state }: Pick<Thread, "state">): boolean => state === "finished" || state === "dropped";

/** What the user is trying to get done, over all its sessions. */
export interface Thread {
  readonly id: string;
  readonly state: ThreadState;
  readonly goal: Quote | undefined;
  /** The last request that is clear without its context. */
  readonly request: Quote | undefined;
  readonly nextStep: (Quote & { readonly isRecorded: boolean }) | undefined;
  readonly failures: readonly ThreadFailure[];
  readonly files: readonly string[];
  readonly highlights: readonly Highlight[];
  /** Newest first. */
  readonly sessions: readonly string[];
  readonly lastAt: string;
}

/** The state of the work in a project. Everything newest first. */
export interface WorkState {
  readonly rules: readonly Entry[];
  readonly decisions: readonly Entry[];
  /** Withdrawn or superseded: statements in these words are no longer valid. */
  readonly over: readonly Entry[];
  readonly threads: readonly Thread[];
  /** What the user said about the work where nothing was done: "the lock test is fine now, it was my machine". */
  readonly remarks: readonly Highlight[];
}

export interface WorkSources {
  readonly parts: readonly Part[];
  /** Sessions that are no work. */
  readonly talks: readonly Part[];
  readonly statements: readonly StatementRecord[];
  readonly notes: readonly WorkNoteRecord[];
  readonly decisions: readonly DecisionRecord[];
}

const DAY_MS = 24 * 3_600_000;
/** A thread without activity for so long is dormant. */
const DORMANT_MS = 21 * DAY_MS;
/** The factor on highlights of a thread for each later session. */
const FADES = 0.85;
const MOST_HIGHLIGHTS = 80;

function recordedDecision({ id, ts, content, sessionId, source }: DecisionRecord): Entry {
  const { decision, rationale, alternatives } = content;
  return {
    ...{ id, kind: "decision", text: decision, core: decision, at: ts, isRecorded: true, sessionId, seq: null },
    by: source === "agent" || source.startsWith("session ") ? "agent" : "user",
    reason: rationale ? rationale : null,
    rejected: alternatives,
    supersededBy: null,
  };
}

const NOTHING_MORE = { reason: null, rejected: [], supersededBy: null } as const;

const statementEntry = (stated: StatementRecord): Entry => ({ ...stated, isRecorded: false, ...NOTHING_MORE });

const recordedRule = ({ id, text, at, by, sessionId }: WorkNoteRecord): Entry => ({
  ...{ id, kind: "rule", text, core: text, at, by, sessionId, seq: null, isRecorded: true },
  ...NOTHING_MORE,
});

const newestFirst = (a: { readonly at: string }, b: { readonly at: string }): number => b.at.localeCompare(a.at);

/** The share of the shorter one's words that makes a record and a statement the same. */
const SAME_WORDS = 0.6;
const FEWEST_WORDS = 3;

/**
 * Without statements that were recorded later. They stay out when the record is withdrawn: that withdraws the
 * statement as well.
 */
function notYetRecorded(stated: readonly Entry[], recorded: readonly Entry[]): Entry[] {
  const records = recorded.map(({ text, at }) => ({ at, words: wordSet(text) }));
  return stated.filter(({ core, at }) => {
    const words = wordSet(core);
    return !records.some((record) => {
      const [fewer, more] = record.words.size < words.size ? [record.words, words] : [words, record.words];
      const isOtherNumber = [...fewer].some((word) => /\d/.test(word) && !more.has(word));
      return record.at >= at && !isOtherNumber && fewer.size >= FEWEST_WORDS && shareWithin(fewer, more) >= SAME_WORDS;
    });
  });
}

/** Of repeated statements only the last. */
function lastStated(stated: readonly Entry[]): Entry[] {
  const kept: { readonly entry: Entry; readonly words: ReadonlySet<string> }[] = [];
  for (const entry of [...stated].sort(newestFirst)) {
    const words = wordSet(entry.core);
    if (!kept.some((one) => one.entry.kind === entry.kind && sameStatement(words, one.words)))
      kept.push({ entry, words });
  }
  return kept.map(({ entry }) => entry);
}

/** Separates valid entries from withdrawn ones; superseded ones name their successor. */
function separate(
  entries: readonly Entry[],
  notes: readonly WorkNoteRecord[],
  withdrawnInLedger: ReadonlySet<string>,
): { readonly valid: readonly Entry[]; readonly over: readonly Entry[] } {
  const withdrawn = new Set(notes.flatMap(({ kind, target }) => (kind === "withdraw" && target ? [target] : [])));
  const successors = new Map(
    notes.flatMap(({ kind, target, text }): [string, string][] =>
      kind === "supersede" && target ? [[target, text]] : [],
    ),
  );
  const marked = entries
    .map((entry) => ({ ...entry, supersededBy: successors.get(entry.id) ?? null }))
    .sort(newestFirst);
  const isWithdrawn = ({ id }: Entry) => withdrawn.has(id) || (withdrawnInLedger.has(id) && !successors.has(id));
  return {
    valid: marked.filter((entry) => !isWithdrawn(entry)),
    over: marked.filter((entry) => isWithdrawn(entry) || entry.supersededBy !== null),
  };
}

const SAME_SENTENCE = 0.8;

/** The entry that is over and has the words of this text, if any. */
export function overIn(text: string, over: readonly Entry[]): Entry | undefined {
  if (over.length === 0) return undefined;
  const words = wordSet(text);
  return over.find(({ core }) => shareWithin(wordSet(core), words) >= SAME_SENTENCE);
}

/**
 * What still fails, by session. A failure is over when its command passed later in any session of the project; of
 * repeated ones the last counts. Computed once for all threads and no further back than needed: every start waits for
 * it.
 */
function stillFailing(newestFirst: readonly Part[]): Map<string, ThreadFailure[]> {
  const since = new RanSince();
  const seen = new Set<string>();
  const failing = new Map<string, ThreadFailure[]>();
  const settled: Quote[] = [];
  const oldest = newestFirst.findLastIndex(({ reading }) => reading.failures.length > 0);
  for (const { reading, sessionId, thread } of newestFirst.slice(0, oldest + 1)) {
    const open = reading.failures.flatMap((failure) => {
      const { command, error } = failure;
      const isRepeated = error !== "" && seen.has(`${thread} ${error}`);
      const isOpen = !isRepeated && !since.settles(command) && !settled.some((quote) => isSettledBy(failure, quote));
      seen.add(`${thread} ${error}`);
      since.failed(command);
      return isOpen ? [{ ...failure, sessionId }] : [];
    });
    failing.set(sessionId, open);
    for (const command of reading.passed) since.passed(command);
    settled.push(...reading.settled);
  }
  return failing;
}

const lastRequestAt = (parts: readonly Part[]): string =>
  parts.reduce((last, { reading: { request } }) => (request && request.at > last ? request.at : last), "");

const STATE_BY_NOTE: Readonly<Record<string, ThreadState>> = { finish: "finished", drop: "dropped", reopen: "open" };

/** The last note about a thread decides, until the user asks for more. */
function stateOf(
  parts: readonly Part[],
  notes: readonly WorkNoteRecord[],
  { isClosed, now }: { isClosed: boolean; now: number },
): ThreadState {
  const [newest] = parts;
  const note = notes.findLast(({ kind }) => kind in STATE_BY_NOTE);
  if (note && note.at >= lastRequestAt(parts)) return STATE_BY_NOTE[note.kind] ?? "open";
  if (newest?.reading.isFinished || isClosed) return "finished";
  return now - Date.parse(newest?.lastAt ?? "") > DORMANT_MS ? "dormant" : "open";
}

/** The notes about a thread or from one of its sessions. */
const notesOf = (id: string, parts: readonly Part[], notes: readonly WorkNoteRecord[]): WorkNoteRecord[] =>
  notes.filter(
    ({ target, sessionId }) => target === id || (target === null && parts.some((part) => part.sessionId === sessionId)),
  );

/** Parts by their thread, newest first. */
function byThread(newestFirst: readonly Part[]): Map<string, Part[]> {
  const threads = new Map<string, Part[]>();
  for (const part of newestFirst) threads.set(part.thread, [...(threads.get(part.thread) ?? []), part]);
  return threads;
}

const newestPartFirst = (parts: readonly Part[]): Part[] => [...parts].sort((a, b) => b.lastAt.localeCompare(a.lastAt));

/** The share of a thread's own words, by weight, that the last words of finished work have to name. */
const NAMED = 0.1;
/** And that a sentence has to name: "dark mode is merged, done". */
const NAMED_IN_SENTENCE = 0.3;

interface Closing {
  readonly thread: string;
  readonly at: string;
  readonly text: string;
  readonly share: number;
}

function closingsOf({ thread, lastAt, reading: { isFinished, closing, settled } }: Part): Closing[] {
  const said = settled.filter(({ text }) => soundsLikeDone(text));
  return [
    ...(isFinished && closing !== "" ? [{ thread, at: lastAt, text: closing, share: NAMED }] : []),
    ...said.map(({ at, text }) => ({ thread, at, text, share: NAMED_IN_SENTENCE })),
  ];
}

/**
 * What was finished in other sessions: their last words name it. Work is often divided over threads, and closed with
 * one sentence.
 */
function closedElsewhere(newestFirst: readonly Part[], talks: readonly Part[]): Set<string> {
  const closings = [...newestFirst, ...talks].flatMap((part) => closingsOf(part));
  if (closings.length === 0) return new Set();
  const threads = [...byThread(newestFirst)].map(([id, parts]) => {
    const said = parts.flatMap(({ reading: { goal, request } }) => [goal?.text ?? "", request?.text ?? ""]);
    return { id, lastAt: parts[0]?.lastAt ?? "", words: new Set(contentTerms(said.join("\n"))) };
  });
  const having = new Map<string, number>();
  for (const { words } of threads) for (const word of words) having.set(word, (having.get(word) ?? 0) + 1);
  const weightOf = (word: string) => Math.log((threads.length + 1) / (having.get(word) ?? 1));
  const sum = (words: Iterable<string>) => [...words].reduce((total, word) => total + weightOf(word), 0);
  const closed = closings.flatMap(({ thread, at, text, share }) => {
    const named = new Set(contentTerms(text));
    return threads.filter(
      (one) =>
        one.id !== thread &&
        one.lastAt <= at &&
        sum([...one.words].filter((word) => named.has(word))) >= share * sum(one.words),
    );
  });
  return new Set(closed.map(({ id }) => id));
}

/** The threads of parts that are finished by now. */
export function finishedThreads(parts: readonly Part[], notes: readonly WorkNoteRecord[], now: number): Set<string> {
  const newestFirst = newestPartFirst(parts);
  const closed = closedElsewhere(newestFirst, []);
  const finished = [...byThread(newestFirst)].filter(([id, own]) =>
    isOver({ state: stateOf(own, notesOf(id, own, notes), { isClosed: closed.has(id), now }) }),
  );
  return new Set(finished.map(([id]) => id));
}

/**
 * The step that was announced last. A job in between that has nothing to do with it leaves it open.
 */
function openStep([newest, before]: readonly Part[]): Quote | undefined {
  if (!newest || newest.reading.nextStep || !before?.reading.nextStep) return newest?.reading.nextStep;
  const { goal, request, closing, highlights, isFinished } = newest.reading;
  const step = new Set(contentTerms(before.reading.nextStep.text));
  const said = [goal, request, ...highlights].map((one) => one?.text ?? "");
  const isTouched = contentTerms([...said, closing].join("\n")).some((term) => step.has(term));
  return isTouched || isFinished || goal === undefined || namesNothing(goal.text) ? undefined : before.reading.nextStep;
}

function threadFrom(
  id: string,
  parts: readonly Part[],
  {
    failing,
    closed,
    notes,
    now,
  }: {
    readonly failing: ReadonlyMap<string, readonly ThreadFailure[]>;
    readonly closed: ReadonlySet<string>;
    readonly notes: readonly WorkNoteRecord[];
    readonly now: number;
  },
): Thread {
  const sessions = parts.map(({ sessionId }) => sessionId);
  const goals = parts.flatMap(({ reading }) => reading.goal ?? []);
  const requests = parts.flatMap(({ reading }) => reading.request ?? []);
  const own = notesOf(id, parts, notes);
  const [newest] = parts;
  const recorded = own.findLast(({ kind }) => kind === "next_step");
  const stated = openStep(parts);
  const nextStep =
    recorded && recorded.at >= lastRequestAt(parts)
      ? { text: recorded.text, seq: 0, at: recorded.at, by: recorded.by, isRecorded: true }
      : stated && { ...stated, isRecorded: false };
  return {
    id,
    state: stateOf(parts, own, { isClosed: closed.has(id), now }),
    goal: goals.findLast(({ text }) => !namesNothing(text)) ?? goals.at(-1),
    request: requests.find(({ text }) => !namesNothing(text)) ?? requests[0],
    nextStep,
    failures: sessions.flatMap((session) => failing.get(session) ?? []),
    files: [...new Set(parts.flatMap(({ reading }) => reading.files))],
    highlights: parts
      .flatMap(({ reading }, at) => reading.highlights.map((one) => ({ ...one, score: one.score * FADES ** at })))
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_HIGHLIGHTS),
    sessions,
    lastAt: newest?.lastAt ?? "",
  };
}

/** The work of a project from readings and records. */
export function workStateOf({ parts, talks, statements, notes, decisions }: WorkSources, now: number): WorkState {
  const rules = notes.filter(({ kind }) => kind === "rule").map(recordedRule);
  const recorded = [...rules, ...decisions.map(recordedDecision)];
  const stated = lastStated(notYetRecorded(statements.map(statementEntry), recorded));
  const withdrawn = decisions.flatMap(({ id, withdrawnAt }) => (withdrawnAt === null ? [] : [id]));
  const { valid, over } = separate([...recorded, ...stated], notes, new Set(withdrawn));
  const all = newestPartFirst(parts);
  const failing = stillFailing(newestPartFirst([...parts, ...talks]));
  const closed = closedElsewhere(all, talks);
  return {
    rules: valid.filter(({ kind }) => kind === "rule"),
    decisions: valid.filter(({ kind }) => kind === "decision"),
    over,
    threads: [...byThread(all)]
      .map(([id, own]) => threadFrom(id, own, { failing, closed, notes, now }))
      .sort((a, b) => b.lastAt.localeCompare(a.lastAt)),
    remarks: talks.filter(({ lastAt }) => now - Date.parse(lastAt) <= DORMANT_MS).flatMap(remarksOf),
  };
}

/** What the user said in a talk that changes something: a correction, or that something is settled. */
const remarksOf = ({ reading: { highlights } }: Part): Highlight[] =>
  highlights.filter(
    ({ by, text }) => by === "user" && (soundsLikeSettled(text) || (soundsLikeCorrection(text) && isClear(text))),
  );
