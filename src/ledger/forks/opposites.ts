import { stem } from "../../memory/index.ts";

/* Words of which the second side says the opposite of the first. */
const TABLE = `enable,enabled,activate,active,on:disable,disabled,deactivate,inactive,off allow,allowed,permit,permitted:forbid,forbidden,prohibit,ban,deny,disallow
  stateful:stateless synchronous,sync,synchronously:asynchronous,async,asynchronously required,mandatory,compulsory:optional
  public:private collapsed,collapse:expanded,expand visible,show,shown:hidden,hide,invisible open,opened:closed,close
  mutable:immutable nullable:non-nullable encrypted,encrypt:unencrypted,decrypt,plaintext strict:lenient,loose
  manual,manually:automatic,automatically eager,eagerly:lazy,lazily before:after include,included:exclude,excluded
  accept:reject online:offline lock,locked:unlock,unlocked ascending:descending blocking:non-blocking
  rotate,rotating:reuse opt-in:opt-out signed:unsigned single-threaded:multi-threaded
  sorted:unsorted minified:unminified`;

export interface Pole {
  readonly concept: string;
  readonly isTurned: boolean;
}

const poles = new Map<string, Pole>();
for (const entry of TABLE.trim().split(/\s+/)) {
  const [one = "", other = ""] = entry.split(":");
  const concept = `±${one.split(",")[0]}`;
  for (const word of one.split(",")) poles.set(word, { concept, isTurned: false });
  for (const word of other.split(",")) poles.set(word, { concept, isTurned: true });
}
for (const [word, pole] of [...poles]) if (!poles.has(stem(word))) poles.set(stem(word), pole);

export const poleOf = (word: string): Pole | undefined => poles.get(word) ?? poles.get(stem(word));

const ACTING = new Set(
  `enable disable activate deactivate allow permit forbid prohibit ban deny disallow collapse expand show hide open close encrypt decrypt
  include exclude accept reject lock unlock rotate reuse before after on off`.split(/\s+/),
);
/** It is done to what follows, where an adjective would say which of them. */
export const isActing = (word: string): boolean => ACTING.has(word);

const PREFIXES = ["un", "non", "de", "dis", "in"];
const SHORTEST = 4;

/** "Encrypted" and "unencrypted", by their stems. */
export const arePrefixOpposites = (one: string, other: string): boolean =>
  one.length >= SHORTEST &&
  other.length >= SHORTEST &&
  PREFIXES.some((prefix) => prefix + one === other || prefix + other === one);
