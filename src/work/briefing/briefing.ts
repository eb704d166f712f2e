import { basename } from "node:path/posix";
import { redact } from "../../core/index.ts";
import { beginsAsQuestion, contentTerms, FENCE_LENGTH, fence, isQuestion, oneLine } from "../../text/index.ts";
import { sameStatement, wordSet } from "../reading/message-pieces.ts";
import type { Failure, Quote } from "../reading/session-reading.ts";
import { type Entry, isOver, overIn, type Thread, type WorkState } from "../state.ts";
import { ageOf, cite, shortAge } from "./cite.ts";
import { type Line, layOut, type Section } from "./fit-sections.ts";
import { type Group, grouped } from "./group-by-subject.ts";
import { LONGEST_ASIDE, pooled, quotations, type Spoken } from "./quotations.ts";
import { itemBudget, SECTION_BUDGETS, WHOLE } from "./section-budgets.ts";

export const RECOVERY_HEADING = "## Session Recovery Context";

/** The agent's own summary of its session. */
export interface Digest {
  readonly text: string;
  readonly at: string;
}

export interface BriefingInput {
  readonly state: WorkState;
  /** The thread that the session continues: it is shown in most detail. */
  readonly current: string | undefined;
  /** Whether the session is in the middle of it, whatever its last words sound like. */
  readonly isUnderWay: boolean;
  readonly digest: Digest | undefined;
  /** Below the heading: where this comes from. */
  readonly intro: string;
  /** Lines that go with it whatever the work is: an open checkpoint. */
  readonly offers: readonly string[];
  /** Memories from the sessions of the current thread. */
  readonly remembered: readonly Quote[];
  /** Quotes from the working buffer, which the ledger may lack. */
  readonly buffered: readonly Quote[];
  /** The number of messages of the session that the items come from. */
  readonly messages: number;
  /** The items in use, in at most so many characters, without those in the text. */
  readonly items: (room: number, text: string) => string;
  /** What else the session is given: recorded decisions that are there are not repeated. */
  readonly elsewhere: string;
  readonly now: number;
  readonly budget: number;
  /** How much of the budget quotations leave free. */
  readonly unquoted: number;
}

/** Digest, rules, decisions and open work; the other sections follow what was said. */
const SECTIONS_ABOVE_QUOTES = 4;

const LONGEST_ENTRY = 230;
/** So much of the beginning of a text tells it from others. */
const KNOWN_BY = 60;
const LONGEST_REQUEST = 340;
/** In the middle of the work, the request is shown as whole as possible. */
const LONGEST_UNDER_WAY = 800;
const LONGEST_GOAL = 170;
const LONGEST_STEP = 240;
const LONGEST_COMMAND = 70;
const LONGEST_ERROR = 100;
const MOST_FAILURES = 2;
const MOST_OTHERS = 4;
const MOST_EARLIER = 2;
const MOST_FILES = 3;
const SHORT_GOAL = 90;
const MOST_COMPARED = 120;
const sourceOf = ({ isRecorded, by }: Entry): string => (isRecorded ? "recorded" : by);

/** An earlier or later statement on the same subject, with its age. */
const aside = (label: string, text: string, who: string, at: string, now: number): Line => ({
  text: `  ${label}: ${oneLine(text, LONGEST_ASIDE)}`,
  source: cite(who, at, now),
  isUnder: true,
});

function entryLines({ entry, earlier }: Group<Entry>, later: Spoken | undefined, now: number): Line[] {
  const reason = entry.reason === null ? "" : ` (because ${entry.reason.replace(/[.。]$/u, "")})`;
  const rejected = entry.rejected.length === 0 ? "" : `; rejected: ${entry.rejected.join(", ")}`;
  return [
    {
      text: `- ${oneLine(`${entry.text}${reason}${rejected}`, LONGEST_ENTRY)}`,
      short: `- ${entry.core}`,
      source: cite(sourceOf(entry), entry.at, now),
    },
    ...(later ? [aside("later", later.text, later.by, later.at, now)] : []),
    ...earlier.map((one) =>
      aside(one.supersededBy === null ? "earlier" : "superseded", one.core, sourceOf(one), one.at, now),
    ),
  ];
}

/**
 * The newest valid entry leads the entries on one subject, and has the superseded ones and few earlier ones below it.
 * A recorded one holds until somebody supersedes it, so it has a line of its own, as all beyond those few have.
 */
function ledByValid({ entry, earlier }: Group<Entry>): Group<Entry>[] {
  const all = [entry, ...earlier];
  const superseded = all.filter(({ supersededBy }) => supersededBy !== null);
  const [lead, ...others] = all.filter(({ supersededBy }) => supersededBy === null);
  if (!lead) return [];
  const below = others.filter(({ isRecorded }) => !isRecorded).slice(0, MOST_EARLIER);
  const apart = others.filter((one) => !below.includes(one)).map((one) => ({ entry: one, earlier: [] }));
  return [{ entry: lead, earlier: [...below, ...superseded.slice(0, MOST_EARLIER)] }, ...apart];
}

const failureLine = ({ command, error, at }: Failure, now: number): Line => ({
  text: `- Failing: \`${oneLine(command, LONGEST_COMMAND)}\` → ${oneLine(error === "" ? "failed" : error, LONGEST_ERROR)}`,
  source: ` [${shortAge(at, now)}]`,
});

const quoteLine = (label: string, quote: Quote, limit: number, now: number): Line => ({
  text: `- ${label}: "${oneLine(quote.text, limit)}"`,
  source: cite(quote.by, quote.at, now),
});

/** A note on a request with a statement that is no longer valid. */
function overLine(quote: Quote | undefined, over: readonly Entry[], now: number): Line[] {
  const entry = quote && overIn(quote.text, over);
  if (!entry) return [];
  const label = entry.supersededBy === null ? "of this withdrawn" : "of this superseded";
  return [aside(label, entry.core, sourceOf(entry), entry.at, now)];
}

/** Whether the last request of a thread is its first one. */
const isGoal = ({ goal, request }: Thread): boolean =>
  goal !== undefined && (request?.text.startsWith(goal.text.replace(/…$/, "")) ?? false);

/** The state of a thread: goal, last request, next step and failures. */
function threadLines(thread: Thread, isUnderWay: boolean, over: readonly Entry[], now: number): Line[] {
  const { goal, request, nextStep, failures } = thread;
  const isSame = isGoal(thread);
  return [
    ...(goal && !isSame ? [quoteLine("Goal", goal, LONGEST_GOAL, now), ...overLine(goal, over, now)] : []),
    ...(request
      ? [
          quoteLine(isSame ? "Goal" : "Last request", request, isUnderWay ? LONGEST_UNDER_WAY : LONGEST_REQUEST, now),
          ...overLine(request, over, now),
        ]
      : []),
    ...(nextStep
      ? [quoteLine(nextStep.isRecorded ? "Next step, recorded" : "Next step", nextStep, LONGEST_STEP, now)]
      : []),
    ...failures.slice(0, MOST_FAILURES).map((failure) => failureLine(failure, now)),
  ];
}

/** Another thread: its goal, last request, next step and failure. */
function otherLines(thread: Thread, now: number): Line[] {
  const { goal, request, nextStep, failures, files, lastAt } = thread;
  const [failure] = failures;
  const asked = (chars: number): string =>
    request && !isGoal(thread) ? `; then "${oneLine(request.text, chars)}"` : "";
  const named = files
    .slice(0, MOST_FILES)
    .map((file) => basename(file))
    .join(", ");
  const where = named === "" ? "" : ` (${named})`;
  if (!goal) return [];
  return [
    {
      text: `- "${oneLine(goal.text, LONGEST_GOAL)}"${asked(LONGEST_GOAL)}${where}`,
      short: `- "${oneLine(goal.text, SHORT_GOAL)}"${asked(SHORT_GOAL)}${where}`,
      source: cite("user", lastAt, now),
    },
    ...(nextStep
      ? [
          {
            text: `  next: ${oneLine(nextStep.text, LONGEST_ASIDE)}`,
            source: ` [${shortAge(nextStep.at, now)}]`,
            isUnder: true,
          },
        ]
      : []),
    ...(failure
      ? [{ ...failureLine(failure, now), text: failureLine(failure, now).text.replace(/^- F/, "  f"), isUnder: true }]
      : []),
  ];
}

const memoized = <Value>(of: (text: string) => Value): ((text: string) => Value) => {
  const known = new Map<string, Value>();
  return (text) => {
    const value = known.get(text) ?? of(text);
    known.set(text, value);
    return value;
  };
};

/** For each statement, the last later one on the same subject. */
function laterThan(
  spoken: readonly Spoken[],
  termsOf: (text: string) => readonly string[],
): (one: Spoken) => Spoken | undefined {
  const later = new Map<Spoken, Spoken>();
  for (const { entry, earlier } of grouped(spoken, termsOf))
    for (const one of earlier) if (one.at < entry.at) later.set(one, entry);
  return (one) => later.get(one);
}

/** Passes each value once. */
function eachOnce<Value>(): (value: Value | undefined) => Value | undefined {
  const seen = new Set<Value>();
  return (value) => {
    if (value === undefined || seen.has(value)) return undefined;
    seen.add(value);
    return value;
  };
}

/**
 * Recorded before inferred, and those of open work before others; within each, newest first and the sessions in turn,
 * so that none crowds out the rest.
 */
function inOrder(groups: readonly Group<Entry>[], open: readonly Thread[]): Group<Entry>[] {
  const atWork = new Set(open.flatMap(({ sessions }) => sessions));
  const recorded = groups.filter(({ entry }) => entry.isRecorded);
  const bySession = new Map<string, Group<Entry>[]>();
  for (const group of groups)
    if (!group.entry.isRecorded) {
      const session = group.entry.sessionId ?? "";
      bySession.set(session, [...(bySession.get(session) ?? []), group]);
    }
  const inTurn = (queues: readonly Group<Entry>[][]): Group<Entry>[] =>
    queues[0] === undefined
      ? []
      : Array.from({ length: Math.max(...queues.map(({ length }) => length)) }, (_, round) =>
          queues.flatMap((queue) => queue.slice(round, round + 1)),
        ).flat();
  const sessions = [...bySession];
  const queues = (isAtWork: boolean) =>
    sessions.filter(([id]) => atWork.has(id) === isAtWork).map(([, queue]) => queue);
  return [...recorded, ...inTurn(queues(true)), ...inTurn(queues(false))];
}

const counted = (left: number, what: string): string => `  (${left} more ${what}: \`throughline work\`)`;

const standsIn = (elsewhere: string, { isRecorded, text }: Entry): boolean =>
  isRecorded && elsewhere.includes(text.slice(0, KNOWN_BY));

/**
 * The text about the work for a starting session, fence included, in at most `budget` characters; empty where there is
 * nothing.
 */
export function composeBriefing(input: BriefingInput): string {
  const room = input.budget - FENCE_LENGTH;
  const head = redact([RECOVERY_HEADING, input.intro, ...input.offers].join("\n"));
  const body = redact(compose(input, room - head.length - 1)).split("\n");
  const whole = (): string => [head, ...body].join("\n").trimEnd();
  // What replaces a secret can be longer than the secret was: the last lines are the least important ones.
  while (body.length > 0 && whole().length > room) body.pop();
  const { elsewhere, offers, state } = input;
  // Without anything else to say, it is the heading of what follows.
  const isHeading = [...state.rules, ...state.decisions].some((entry) => standsIn(elsewhere, entry));
  const isEmpty = offers.length === 0 && !isHeading && body.join("").trim() === "";
  return isEmpty || whole().length > room ? "" : fence(whole());
}

/** The text below the heading, in at most `free` characters. */
function compose(input: BriefingInput, free: number): string {
  const { state, current, isUnderWay, digest, remembered, buffered, messages, items, elsewhere, now, budget } = input;
  const scale = (share: number): number => Math.round((share * budget) / WHOLE);
  const open = state.threads.filter((thread) => !isOver(thread) || (isUnderWay && thread.id === current));
  const main = open.find(({ id }) => id === current) ?? open[0];
  const others = open.filter((thread) => thread !== main).slice(0, MOST_OTHERS);
  const mainLines = main ? threadLines(main, isUnderWay, state.over, now) : [];
  const isInThread = alreadyIn(mainLines.map(({ text }) => text));
  const finished = state.threads.filter((thread) => isOver(thread) && thread !== main);
  const pool = pooled([...(main ? [main] : []), ...others, ...finished], state, now);
  const all = [...state.rules, ...state.decisions].sort((a, b) => b.at.localeCompare(a.at));
  const entries = [...all.filter(({ isRecorded }) => isRecorded), ...all.filter(({ isRecorded }) => !isRecorded)].slice(
    0,
    MOST_COMPARED,
  );
  const unread = (kind: Entry["kind"]): number =>
    all.filter((one) => one.kind === kind).length - entries.filter((one) => one.kind === kind).length;
  const byUser = pool.filter(({ by, text }) => by === "user" && !isQuestion(text) && !beginsAsQuestion(text));
  const terms = memoized(contentTerms);
  const laterOf = laterThan([...entries, ...(main?.request ? [main.request] : []), ...byUser], terms);
  const once = eachOnce<Spoken>();
  const groups = inOrder(grouped(entries, terms).flatMap(ledByValid), open);
  const isGiven = (entry: Entry): boolean => (entry.isRecorded ? standsIn(elsewhere, entry) : isInThread(entry.text));
  const lines = (kind: Entry["kind"]): Line[] =>
    groups
      .filter(({ entry, earlier }) => entry.kind === kind && !(earlier.length === 0 && isGiven(entry)))
      .flatMap((group) => entryLines(group, once(laterOf(group.entry)), now));
  const sections: Section[] = [
    {
      title: digest ? `**The agent's own digest** (${ageOf(digest.at, now)}):` : "",
      lines: (digest?.text ?? "")
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map((text) => ({ text, source: "" })),
      share: scale(SECTION_BUDGETS.digest),
    },
    {
      title: "**Rules**:",
      lines: lines("rule"),
      share: scale(SECTION_BUDGETS.rules),
      more: (left) => counted(left, "rules"),
      further: unread("rule"),
    },
    {
      title: "**Decisions**:",
      lines: lines("decision"),
      share: scale(SECTION_BUDGETS.decisions),
      more: (left) => counted(left, "decisions"),
      further: unread("decision"),
    },
    { title: "**Open work**:", lines: mainLines, share: scale(SECTION_BUDGETS.openWork) },
    {
      title: "**Remembered**:",
      lines: remembered.map((one) => ({ text: `- ${one.text}`, source: cite("memory", one.at, now) })),
      share: scale(SECTION_BUDGETS.remembered),
    },
    {
      title: "**Said when the context was nearly full**:",
      lines: (main ? [] : buffered).map((one) => ({
        text: `- ${one.text}`,
        source: cite("working-buffer.md", one.at, now),
      })),
      share: scale(SECTION_BUDGETS.workingBuffer),
    },
    {
      title: "**Also open**:",
      lines: others.flatMap((thread) => otherLines(thread, now)),
      share: scale(SECTION_BUDGETS.alsoOpen + SECTION_BUDGETS.eachFurtherThread * (others.length - 1)),
    },
  ];
  const forItems = scale(itemBudget(messages, others.length));
  const reserved = Math.min(forItems, items(forItems, "").length + 1);
  const laid = layOut(sections, free - reserved);
  const top = laid.slice(0, SECTIONS_ABOVE_QUOTES);
  const bottom = laid.slice(SECTIONS_ABOVE_QUOTES);
  const joined = (parts: readonly string[]): string => parts.filter((part) => part !== "").join("\n");
  const meaning = joined([...top, ...bottom]);
  const forQuotes = free - meaning.length - reserved - scale(input.unquoted) - 10;
  const quoted = quotations(pool, { text: meaning, laterOf, room: forQuotes, now });
  const quotesText = quoted === "" ? "" : `**Said**:\n${quoted}`;
  const before = joined([...top, quotesText, ...bottom]);
  const used = items(free - before.length - 1, before);
  return joined([before, used]);
}

/** Whether one of these lines already has the statement. */
function alreadyIn(lines: readonly string[]): (text: string) => boolean {
  const sets = lines.map(wordSet);
  return (text) => {
    const words = wordSet(text);
    return sets.some((set) => sameStatement(words, set));
  };
}
