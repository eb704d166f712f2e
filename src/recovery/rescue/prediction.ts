import { recurs } from "./commands.ts";
import type { Source, Step, Trail } from "./steps.ts";
import { type Thing, type ThingKey, type ThingKind, thingOf } from "./things.ts";

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
  /** How much more it counts where the work in hand is spoken of, and in files that were changed. */
  readonly inHand: number;
  readonly changed: number;
  /** What was seen of a file is about as near as the file is. */
  readonly withItsFile: number;
  /** How much more it counts to have come up again and again. */
  readonly often: number;
}

/** The same work goes on: what came last counts, and what the work in hand is about. */
const COMPACTED: Occasion = {
  worth: { path: 3, command: 1.5, reference: 3, name: 1, url: 1 },
  halfForgotten: 6,
  fades: { path: 1, command: 0.3, reference: 1, name: 1, url: 1 },
  crowded: 0.6,
  inHand: 5,
  changed: 1.5,
  withItsFile: 0.6,
  often: 0,
};

/** Another day, perhaps another task: what the whole session was about counts more than how it ended. */
const NEXT: Occasion = {
  worth: { path: 4, command: 1, reference: 0.7, name: 1, url: 2 },
  halfForgotten: 20,
  fades: { path: 0.3, command: 0.2, reference: 1, name: 0.3, url: 0.3 },
  crowded: 0.5,
  inHand: 1,
  changed: 1,
  withItsFile: 1,
  often: 0.8,
};

/** Reading a file keeps it in mind half as long as changing it; being spoken of keeps it there. */
const READ_COUNTS = 2;
const SPOKEN_OF = 20;
const SHOWN_AGAIN = 0.3;
const LEAST_LENGTH = 10;

/** What the agent has before it already, and what it is at. */
export interface Situation {
  readonly occasion: "compacted" | "next";
  /** Things that stand in the summary, or were given since. */
  readonly isKnown: (thing: ThingKey) => boolean;
  /** Things that the client itself will show again, as far as can be told. */
  readonly shown: ReadonlySet<ThingKey>;
  /** Things of the work in hand: of what is to be done next, and of what was said last. */
  readonly inHand: ReadonlySet<ThingKey>;
}

export interface Predicted extends Thing {
  readonly key: ThingKey;
  readonly score: number;
}

/** How many steps ago each file was touched, about. */
function nearness(steps: readonly Step[], inHand: ReadonlySet<ThingKey>): Map<string, number> {
  const near = new Map<string, number>();
  for (const [n, { act, file, source }] of steps.entries()) {
    if (file === undefined || source === "result") continue;
    const distance = (steps.length - n) * (act.kind === "edit" ? 1 : READ_COUNTS);
    const spokenOf = inHand.has(`path ${file}`) ? SPOKEN_OF : Number.POSITIVE_INFINITY;
    near.set(file, Math.min(near.get(file) ?? Number.POSITIVE_INFINITY, distance, spokenOf));
  }
  return near;
}

function holdersOf(steps: readonly Step[]): Map<ThingKey, number> {
  const holders = new Map<ThingKey, number>();
  for (const { things } of steps) for (const key of things) holders.set(key, (holders.get(key) ?? 0) + 1);
  return holders;
}

/** How much a step speaks of the work in hand: by what it shares with it, the rarer the more. */
function bearing(step: Step, inHand: ReadonlySet<ThingKey>, holders: ReadonlyMap<ThingKey, number>): number {
  let shared = 0;
  for (const key of step.things) if (inHand.has(key)) shared += 1 / Math.sqrt(holders.get(key) ?? 1);
  const ofItsFile = step.file !== undefined && inHand.has(`path ${step.file}`) ? 1 : 0;
  return shared / (1 + Math.sqrt(step.things.size)) + ofItsFile;
}

/** What will be needed and is not there, the likeliest and most worth first. */
export function predict({ steps }: Pick<Trail, "steps">, situation: Situation): Predicted[] {
  const { isKnown, shown, inHand } = situation;
  const occasion = situation.occasion === "next" ? NEXT : COMPACTED;
  const remembered = (distance: number, kind: ThingKind) =>
    (1 + distance / occasion.halfForgotten) ** -occasion.fades[kind];
  const holders = holdersOf(steps);
  const near = nearness(steps, inHand);
  const changed = new Set(
    steps.flatMap(({ source, file }) => (source === "wrote" && file !== undefined ? [file] : [])),
  );
  const active = new Map<ThingKey, number>();
  for (const [n, step] of steps.entries()) {
    const ofFile = step.file === undefined ? undefined : near.get(step.file);
    const strength =
      (TELLS[step.source] *
        (1 + occasion.inHand * bearing(step, inHand, holders)) *
        (step.file !== undefined && changed.has(step.file) ? occasion.changed : 1)) /
      Math.max(1, step.things.size) ** occasion.crowded;
    for (const key of step.things) {
      const { kind } = thingOf(key);
      const itself = remembered(steps.length - n, kind);
      const byFile = ofFile === undefined ? 0 : occasion.withItsFile * remembered(ofFile, kind);
      active.set(key, (active.get(key) ?? 0) + strength * Math.max(itself, byFile));
    }
  }
  return [...active]
    .filter(([key]) => !isKnown(key))
    .map(([key, activation]): Predicted => {
      const thing = thingOf(key);
      const { kind, value } = thing;
      const worth =
        occasion.worth[kind] * (kind === "command" ? recurs(value) : 1) * (shown.has(key) ? SHOWN_AGAIN : 1);
      const often = (holders.get(key) ?? 1) ** occasion.often;
      // Room is short: what counts is what each character gives.
      return { ...thing, key, score: (activation * worth * often) / (LEAST_LENGTH + value.length) };
    })
    .sort((a, b) => b.score - a.score);
}
