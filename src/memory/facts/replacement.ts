import { CHANGE, CHANGING, MANY } from "./lexicon.ts";
import type { Part } from "./parts.ts";
import type { Reading } from "./reading.ts";
import { isTopic } from "./roles.ts";

const TASTES = /^(?:±like|know|own|speak)/;

/** Whether the newer fact turns down what the older one says: "tabs instead of spaces", "from Jenkins to GitHub Actions". */
export function turnedDown(newer: Reading, older: Reading): string | undefined {
  const { rejected } = newer;
  if (rejected.length === 0 || newer.isNegative || older.isNegative || older.isPast || older.rejected.length > 0)
    return undefined;
  const out = new Set(rejected);
  const said = new Set(older.parts.map((part) => part.key));
  if (!rejected.every((key) => said.has(key))) return undefined;
  if (older.parts.some((part) => part.isVerb && TASTES.test(part.key))) return undefined;

  const weighty = (part: Part) => isTopic(part) && !CHANGING.has(part.key);
  const about = older.parts.filter((part) => weighty(part) && !out.has(part.key));
  const now = new Set(newer.parts.map((part) => part.key));
  if (!about.every((part) => now.has(part.key))) return undefined;
  const added = newer.parts.filter((part) => weighty(part) && !said.has(part.key));
  if (!isOnePhrase(newer.parts, added)) return undefined;
  if (about.length === 0 && !haveSameSpeaker(newer, older)) return undefined;
  return `${added.map((part) => part.text).join(" ") || "something else"} instead of ${older.parts
    .filter((part) => out.has(part.key))
    .map((part) => part.text)
    .join(" ")}`;
}

/** What is new is the new value and nothing else: "on staging" would leave the older fact true elsewhere. */
function isOnePhrase(parts: readonly Part[], added: readonly Part[]): boolean {
  if (added.length === 0) return true;
  if (added.length > 4) return false;
  const places = added.map((part) => parts.indexOf(part));
  const [first = 0] = places;
  return (
    (places.at(-1) ?? 0) - first === places.length - 1 &&
    added.slice(1).every((part) => part.before === "") &&
    (first > 0 || parts[first + 1]?.isVerb !== true)
  );
}

const SPEAKERS = new Set(["i", "we", "my", "our"]);
function haveSameSpeaker(newer: Reading, older: Reading): boolean {
  const speaker = (reading: Reading) => reading.parts.find((part) => SPEAKERS.has(part.key))?.key ?? "";
  const verbs = (reading: Reading) => reading.parts.filter((part) => part.isVerb).map((part) => part.key);
  if (speaker(newer) !== speaker(older)) return false;
  const done = new Set(newer.parts.map((part) => part.key));
  const does = verbs(older);
  return (
    does.some((verb) => done.has(verb)) ||
    (newer.parts.some((part) => part.key === CHANGE || CHANGING.has(part.key)) &&
      does.length <= 1 &&
      older.parts.length <= 5 &&
      !does.some((verb) => MANY.has(verb) && verb !== "us"))
  );
}
