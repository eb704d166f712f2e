import { dirname } from "node:path/posix";
import { recurs } from "./commands.ts";
import type { Source, Step, Trail } from "./steps.ts";
import { type Thing, type ThingKey, type ThingKind, thingOf } from "./things.ts";
import { madeOf } from "./words.ts";

/*
 * What an agent needs next is guessed as memory does it: whatever was brought up lately and often comes to mind first, and more so
 * what the agent itself ran or wrote, what stood among few others, and what belongs to the work that is in hand.
 */

/** How much it says that something was brought up in that way. */
const TELLS: Readonly<Record<Source, number>> = {
  user: 1,
  said: 1,
  thought: 0.5,
  ran: 2,
  wrote: 1,
  called: 1,
  result: 0.6,
};

/** For whom the guess is made. */
interface Occasion {
  /** What it saves to be told a thing of that kind: a path or a commit is found again only by looking for it. */
  readonly worth: Readonly<Record<ThingKind, number>>;
  /** After so many steps something is half forgotten. */
  readonly halfForgotten: number;
  /** How fast it goes on being forgotten. What was run once is run again much later. */
  readonly fades: Readonly<Record<ThingKind, number>>;
  /** What stands among many others counts less: each of them is as likely to be what mattered. */
  readonly crowded: number;
  /** How much more it counts where the work in hand is spoken of. */
  readonly inHand: number;
  /** What was seen of a file is about as near as the file is. */
  readonly withItsFile: number;
  /** How much more it counts to have come up again and again. */
  readonly often: number;
  /** How much more a name counts that came up only lately: the work has just got to it, or it went with the last of it. */
  readonly newName: number;
  /** A name that stands in many files is a word of the project, not of the work. */
  readonly inManyFiles: number;
  /** How much more a name counts that is made of the words in which the work in hand is spoken of. */
  readonly inItsWords: number;
  /** How much less something counts that stood with what was said last: a session ends with what is done. */
  readonly doneWith: number;
  /** How much less the name of a single test counts: it is written once, and run with the others. */
  readonly testName: number;
  /** How much more a file counts that nobody opened and that lies beside one that was changed. */
  readonly besideChanged: number;
  /** What a thing costs besides its length: much, where it is their number that is limited and not the room. */
  readonly cost: number;
  /** Whether only what surely is a name is told. */
  readonly isSure: boolean;
}

/** The same work goes on: what came last counts, and what the work in hand is about. */
const COMPACTED: Occasion = {
  worth: { path: 3, command: 1.5, reference: 3, name: 1, url: 1 },
  halfForgotten: 6,
  fades: { path: 1, command: 0.3, reference: 1, name: 1, url: 1 },
  crowded: 0.6,
  inHand: 5,
  withItsFile: 0.6,
  often: 0,
  newName: 2,
  inManyFiles: 0.5,
  inItsWords: 3,
  doneWith: 0,
  testName: 1,
  besideChanged: 1,
  cost: 10,
  isSure: true,
};

/** Another day, perhaps another task: what the whole session was about counts more than how it ended. */
const NEXT: Occasion = {
  worth: { path: 4, command: 0.5, reference: 0.7, name: 1, url: 2 },
  halfForgotten: 10,
  fades: { path: 0.3, command: 0.2, reference: 1, name: 0.3, url: 0.3 },
  crowded: 0.45,
  inHand: 0,
  withItsFile: 1,
  often: 0.8,
  newName: 0.5,
  inManyFiles: 0,
  inItsWords: 0,
  doneWith: 4,
  testName: 0.3,
  besideChanged: 2,
  cost: 50,
  isSure: false,
};

/** Being spoken of keeps a file as near as if it had been touched so many steps ago. */
const SPOKEN_OF = 20;
/** So many steps are lately. */
const LATELY = 40;
/** A name that the agent thought about is no mere bystander. */
const THOUGHT_OF = 1.5;
const SHOWN_AGAIN = 0.3;
/** A folder is said by the files in it; and what has no ending is often none but a branch, a route or two words with a stroke. */
const FOLDER = 0.2;
const TEST_NAME = /^(?:Test[A-Z_]|test_)/;
const ENDING = /[^/]\.\w{1,10}$/;

/** What the agent has before it already, and what it is at. */
export interface Situation {
  readonly occasion: "compacted" | "next";
  /** Things that stand in the summary, or were given since. */
  readonly isKnown: (thing: ThingKey) => boolean;
  /** Things that the client itself will show again, as far as can be told. */
  readonly shown: ReadonlySet<ThingKey>;
  /** Things of the work in hand: of what is to be done next, and of what was said last. */
  readonly inHand: ReadonlySet<ThingKey>;
  /** The words in which that is spoken of. */
  readonly words: ReadonlySet<string>;
}

export interface Predicted extends Thing {
  readonly key: ThingKey;
  readonly score: number;
}

/** How many steps ago each file was touched, about. */
function nearness(steps: readonly Step[], inHand: ReadonlySet<ThingKey>): Map<string, number> {
  const near = new Map<string, number>();
  for (const [n, { file, source }] of steps.entries()) {
    if (file === undefined || source === "result") continue;
    const touched = steps.length - n;
    near.set(file, inHand.has(`path ${file}`) ? Math.min(touched, SPOKEN_OF) : touched);
  }
  return near;
}

/** Where something came up, and how much it comes to mind for that. */
interface Trace {
  readonly first: number;
  times: number;
  isThoughtOf: boolean;
  readonly files: Set<string>;
  activation: number;
  /** How much of the work in hand it stood with, at most. */
  bearing: number;
}

const noTrace = (first: number): Trace => ({
  ...{ first, times: 0, isThoughtOf: false, files: new Set() },
  ...{ activation: 0, bearing: 0 },
});

type Traces = ReadonlyMap<ThingKey, Trace>;

function tracesOf(steps: readonly Step[]): Traces {
  const traces = new Map<ThingKey, Trace>();
  for (const [n, { things, file, source }] of steps.entries())
    for (const key of things) {
      const trace = traces.get(key) ?? noTrace(n);
      traces.set(key, trace);
      trace.times += 1;
      trace.isThoughtOf ||= source === "thought";
      if (file !== undefined) trace.files.add(file);
    }
  return traces;
}

/** How much a step speaks of the work in hand: by what it shares with it, the rarer the more. */
function bearingOf(step: Step, inHand: ReadonlySet<ThingKey>, traces: Traces): number {
  let shared = 0;
  for (const key of step.things) if (inHand.has(key)) shared += 1 / Math.sqrt(traces.get(key)?.times ?? 1);
  const ofItsFile = step.file !== undefined && inHand.has(`path ${step.file}`) ? 1 : 0;
  return shared / (1 + Math.sqrt(step.things.size)) + ofItsFile;
}

/** Each step brings to mind what it names. */
function activate(traces: Traces, steps: readonly Step[], inHand: ReadonlySet<ThingKey>, occasion: Occasion): void {
  const near = nearness(steps, inHand);
  const remembered = (distance: number, kind: ThingKind) =>
    (1 + distance / occasion.halfForgotten) ** -occasion.fades[kind];
  for (const [n, step] of steps.entries()) {
    const ofFile = step.file === undefined ? undefined : near.get(step.file);
    const bearing = bearingOf(step, inHand, traces);
    const strength =
      (TELLS[step.source] * (1 + occasion.inHand * bearing)) / Math.max(1, step.things.size) ** occasion.crowded;
    for (const key of step.things) {
      const trace = traces.get(key);
      if (!trace) continue;
      const { kind } = thingOf(key);
      const itself = remembered(steps.length - n, kind);
      const byFile = ofFile === undefined ? 0 : occasion.withItsFile * remembered(ofFile, kind);
      trace.activation += strength * Math.max(itself, byFile);
      trace.bearing = Math.max(trace.bearing, bearing);
    }
  }
}

/** By what it is, beyond when and where it came up. */
function byNature(traces: Traces, steps: readonly Step[], { words }: Situation, occasion: Occasion) {
  const filesOf = (isMeant: (source: Source) => boolean) =>
    new Set(steps.flatMap(({ source, file }) => (file !== undefined && isMeant(source) ? [file] : [])));
  const touched = filesOf((source) => source !== "result");
  const changedIn = new Set([...filesOf((source) => source === "wrote")].map(dirname));
  const names = [...traces.keys()].map(thingOf).filter(({ kind }) => kind === "name");
  const inItsWords = madeOf(
    words,
    names.map(({ value }) => value),
  );
  return ({ kind, value }: Thing, { first, files, isThoughtOf }: Trace): number => {
    if (kind === "command") return recurs(value);
    if (kind === "path") {
      if (touched.has(value)) return 1;
      if (!ENDING.test(value)) return FOLDER;
      return value.includes("/") && changedIn.has(dirname(value)) ? occasion.besideChanged : 1;
    }
    if (kind !== "name") return 1;
    const isNew = steps.length - first < LATELY;
    return (
      ((isNew ? occasion.newName : 1) *
        (TEST_NAME.test(value) ? occasion.testName : 1) *
        (isThoughtOf ? THOUGHT_OF : 1) *
        (1 + occasion.inItsWords * inItsWords(value))) /
      (1 + files.size) ** occasion.inManyFiles
    );
  };
}

/** What will be needed and is not there, the likeliest and most worth first. */
export function predict(
  { steps, doubtful }: Pick<Trail, "steps"> & Partial<Pick<Trail, "doubtful">>,
  situation: Situation,
): Predicted[] {
  const { isKnown, shown, inHand } = situation;
  const occasion = situation.occasion === "next" ? NEXT : COMPACTED;
  const traces = tracesOf(steps);
  activate(traces, steps, inHand, occasion);
  const nature = byNature(traces, steps, situation, occasion);
  return [...traces]
    .filter(([key]) => !isKnown(key) && !(occasion.isSure && doubtful?.has(key)))
    .map(([key, trace]): Predicted => {
      const thing = thingOf(key);
      const worth = occasion.worth[thing.kind] * nature(thing, trace) * (shown.has(key) ? SHOWN_AGAIN : 1);
      const likely = (trace.activation * trace.times ** occasion.often) / (1 + occasion.doneWith * trace.bearing);
      // Room is short: what counts is what each thing gives for what it takes.
      return { ...thing, key, score: (likely * worth) / (occasion.cost + thing.value.length) };
    })
    .sort((a, b) => b.score - a.score);
}
