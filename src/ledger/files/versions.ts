import { createHash } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "../../core/index.ts";
import { isFields, keyed } from "../merge/three-way.ts";

/*
 * From which version of a file a text stems that a person saved. An editor that was open while we wrote saves what it read before, with the person's
 * changes: what came between is missing there, and nobody took it out.
 */

/** A ledger by its fields, and its lists by their items: what each says, as a short sum. */
type Parts = ReadonlyMap<string, string>;

/** From a version to the one before: what was different; null for what was not there. */
const stepsShape = z.array(z.record(z.string(), z.string().nullable()));
type Steps = z.output<typeof stepsShape>;

const MOST_VERSIONS = 30;
const LONGEST_STEPS = 200_000;
const SUM_LENGTH = 16;

const sumOf = (value: unknown): string =>
  createHash("sha256").update(canonicalJson(value)).digest("base64url").slice(0, SUM_LENGTH);

const itemsOf = (name: string, value: unknown): [string, unknown][] =>
  Array.isArray(value) ? [...keyed(value)].map(([key, item]) => [`${name}/${key}`, item]) : [[name, value]];

/** By the same names as clashes have them. */
export const placesIn = (state: unknown): Map<string, unknown> =>
  new Map(isFields(state) ? Object.entries(state).flatMap(([name, value]) => itemsOf(name, value)) : []);

const partsOf = (state: unknown): Parts => new Map([...placesIn(state)].map(([at, value]) => [at, sumOf(value)]));

const differing = (a: Parts, b: Parts): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((at) => a.get(at) !== b.get(at));

const readSteps = (kept: string | null | undefined): Steps => stepsShape.parse(JSON.parse(kept ?? "[]"));

/** The steps back from `now`, whose predecessor was `before`. */
export function withStep(kept: string | null | undefined, before: unknown, now: unknown): string {
  const [from, to] = [partsOf(now), partsOf(before)];
  const step = Object.fromEntries(differing(from, to).map((at) => [at, to.get(at) ?? null]));
  const steps = [step, ...readSteps(kept)].slice(0, MOST_VERSIONS);
  while (steps.length > 1 && JSON.stringify(steps).length > LONGEST_STEPS) steps.pop();
  return JSON.stringify(steps);
}

function stepBack(parts: Parts, step: Steps[number]): Parts {
  const before = new Map(parts);
  for (const [at, sum] of Object.entries(step))
    if (sum === null) before.delete(at);
    else before.set(at, sum);
  return before;
}

export interface Origin {
  /** Where the text says the same as that version, and the last one does not. */
  readonly outdated: readonly string[];
  /** Whether it says nothing but what that version says. */
  readonly isWhole: boolean;
}

interface Candidate {
  readonly parts: Parts;
  readonly distance: number;
  /** How many of its parts the text would have taken out. */
  readonly taken: number;
}

const candidate = (text: Parts, parts: Parts): Candidate => ({
  parts,
  distance: differing(text, parts).length,
  taken: [...parts.keys()].filter((at) => !text.has(at)).length,
});

/** Of two earlier ones at the same distance the one from which less was taken out. */
const isNearer = (one: Candidate, other: Candidate, newest: Candidate): boolean =>
  one.distance < other.distance || (other !== newest && one.distance === other.distance && one.taken < other.taken);

/** The earlier version that the text stems from: the one that it differs least from; undefined where that is the last one. */
export function originOf(inFile: unknown, last: unknown, kept: string | null | undefined): Origin | undefined {
  const text = partsOf(inFile);
  const newest = candidate(text, partsOf(last));
  let nearest = newest;
  let version = newest.parts;
  for (const step of readSteps(kept)) {
    version = stepBack(version, step);
    const one = candidate(text, version);
    if (isNearer(one, nearest, newest)) nearest = one;
  }
  const { parts, distance } = nearest;
  if (nearest === newest) return undefined;
  const outdated = differing(newest.parts, parts).filter((at) => text.get(at) === parts.get(at));
  return { outdated, isWhole: distance === 0 };
}

/** A ledger without the items of its lists that `places` name. */
export const withoutItems = (state: unknown, places: readonly string[]): unknown =>
  isFields(state)
    ? Object.fromEntries(
        Object.entries(state).map(([name, value]) => [
          name,
          Array.isArray(value)
            ? itemsOf(name, value).flatMap(([at, item]) => (places.includes(at) ? [] : [item]))
            : value,
        ]),
      )
    : state;
