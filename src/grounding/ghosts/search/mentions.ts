import type { DocumentPromise } from "../promises/promise.ts";
import { routeTest } from "./literal.ts";
import type { Quest } from "./quests.ts";
import type { Marks } from "./scan.ts";

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** Lines that belong to one place: a paragraph that is wrapped speaks of a thing once. */
const ONE_PLACE = 3;
const ENOUGH = 0.75;

/** Whether a line of a document names what is promised by its literal form. */
function namedOn(promise: Exclude<DocumentPromise, { kind: "feature" }>): (line: string) => boolean {
  switch (promise.kind) {
    case "flag": {
      const flag = new RegExp(`--(?:no-)?${escaped(promise.name)}(?![\\w-])`, "i");
      return (line) => flag.test(line);
    }
    case "command": {
      const called = new RegExp(`(?:[\\w.-]+ |\`)${promise.path.map(escaped).join("\\s+")}(?![\\w-])`);
      return (line) => called.test(line);
    }
    case "route": {
      const test = routeTest(promise);
      return (line) => test(line, false);
    }
    default:
      return () => true;
  }
}

function places(lines: Iterable<number>): number {
  let count = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const line of [...lines].sort((a, b) => a - b)) {
    if (line - last >= ONE_PLACE) count++;
    if (line - last >= ONE_PLACE) last = line;
  }
  return count;
}

/** In how many places a document speaks of what is promised. Its first line is its path. */
export function mentionsIn({ promise, literal }: Quest, { at, lines }: Marks): number {
  if (promise.kind !== "feature") {
    const id =
      literal.by === "together" ? literal.ids[0] : literal.by === "form" ? literal.id : literal.parts.at(-1)?.id;
    const isNamed = namedOn(promise);
    return (at[id ?? -1] ?? []).filter((line) => line > 0 && isNamed(lines[line] ?? "")).length;
  }
  if (literal.by !== "together") return 0;
  const found = new Map<number, number>();
  for (const id of literal.ids) {
    const near = new Set((at[id] ?? []).flatMap((line) => (line > 0 ? [line, line - 1] : [])));
    for (const line of near) found.set(line, (found.get(line) ?? 0) + 1);
  }
  return places([...found].flatMap(([line, count]) => (count / literal.ids.length >= ENOUGH ? [line] : [])));
}
