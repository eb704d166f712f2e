import { colors, excerpt, pathNames, shortId, table, wrap } from "../terminal.ts";
import { entry, type Memory } from "./memory-entry.ts";
import { type Asked, age } from "./words.ts";

/** The owner of each memory, unless all have the same. */
function ownersOf(rows: readonly Memory[]): ((one: Memory) => string) | undefined {
  const names = pathNames(rows.flatMap(({ project }) => project ?? []));
  const ownerOf = ({ project, agent }: Memory): string =>
    [agent && `agent ${agent}`, project && names.get(project)].filter(Boolean).join(" in ") || "everywhere";
  return new Set(rows.map(ownerOf)).size > 1 ? ownerOf : undefined;
}

export function memoryTable(rows: readonly Memory[]): string {
  const ownerOf = ownersOf(rows);
  return table(
    ["MEMORY", "KIND", "AGE", ...(ownerOf ? ["PROJECT OR AGENT"] : []), "CONTENT"],
    rows.map((one) => [
      ...[shortId(one.id), one.kind, age(one.createdAt)],
      ...(ownerOf ? [ownerOf(one)] : []),
      excerpt(one.content),
    ]),
  );
}

export function memoryEntries(rows: readonly Memory[]): string {
  const ownerOf = ownersOf(rows);
  return rows.map((one) => entry(one, ownerOf?.(one))).join("\n");
}

/** The default length of a list for people. */
const MOST_LISTED = 50;

/** The newest memories, and how to see the others. */
export function newest<Row>(rows: readonly Row[], { limit }: Asked, shownAs: (rows: readonly Row[]) => string): string {
  const more = limit === undefined ? rows.length - MOST_LISTED : 0;
  if (more <= 0) return shownAs(rows);
  const how = `… and ${more} more: \`--limit ${rows.length}\` shows them, \`--project\`, \`--agent\` and \`--kind\` filter them.`;
  return `${shownAs(rows.slice(0, MOST_LISTED))}\n${colors.dim(wrap(how))}`;
}
