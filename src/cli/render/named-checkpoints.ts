import { z } from "zod";
import { colours, excerpt, facts, table, tilde, wrap } from "../terminal.ts";
import { age, orNone, type Renderers, when } from "./words.ts";

const entries = z.array(z.string());
const named = z.object({
  name: z.string(),
  path: z.string(),
  createdAt: z.string(),
  task: z.string(),
  progress: entries,
  nextAction: z.string(),
  blockers: entries,
  keyDecisions: entries,
  relevantContext: entries,
  stale: entries,
  incomplete: entries,
  autosave: z.boolean(),
});
type Named = z.infer<typeof named>;

const titleOf = ({ name, autosave }: Named): string => (autosave ? `${name} (saved by itself)` : name);
const bullets = (items: readonly string[]): string[] => items.map((item) => wrap(`- ${item}`, "  "));
const section = (title: string, items: readonly string[]): string[] =>
  items.length > 0 ? ["", colours.bold(title), ...bullets(items)] : [];
/** The day and the minute where this machine stands. */
const localMinute = (at: string): string => new Date(at).toLocaleString("sv-SE").slice(0, 16);
const warning = (text: string): string => colours.yellow(wrap(text));

function listed(rows: readonly Named[]): string {
  return table(
    ["NAME", "CREATED", "AGE", "CHANGED SINCE", "TASK"],
    rows.map((one) => [
      titleOf(one),
      localMinute(one.createdAt),
      age(one.createdAt),
      one.stale.length === 0 ? "-" : `${one.stale.length} ${one.stale.length === 1 ? "warning" : "warnings"}`,
      excerpt(one.task),
    ]),
  );
}

function inTrash(rows: readonly (Named & { trashedAt: string })[]): string {
  return table(
    ["NAME", "TRASHED", "CREATED", "TASK"],
    rows.map((one) => [one.name, age(one.trashedAt), localMinute(one.createdAt), excerpt(one.task)]),
  );
}

export const namedCheckpointRenderers: Renderers = {
  "named-checkpoints.save": (value) => {
    const shape = named.extend({ missingPaths: entries, replaced: z.boolean() });
    const one = shape.parse(value);
    return [
      `Saved checkpoint ${one.name}: ${tilde(one.path)}`,
      wrap(`Task: ${one.task}`, "  "),
      wrap(`Next action: ${one.nextAction}`, "  "),
      ...(one.replaced ? ["The one of that name before it is in the trash."] : []),
      ...(one.missingPaths.length > 0 ? [warning(`Not found: ${one.missingPaths.join(", ")}`)] : []),
      ...(one.incomplete.length > 0 ? [warning(`Marked incomplete: ${one.incomplete.join("; ")}`)] : []),
    ].join("\n");
  },
  "named-checkpoints.list": (value, { trash }) => {
    if (trash) {
      const rows = z.array(named.extend({ trashedAt: z.string() })).parse(value);
      return orNone(rows, "The trash is empty.", () => inTrash(rows));
    }
    const rows = z.array(named).parse(value);
    return orNone(rows, "No checkpoints yet. `throughline checkpoint save <name>` makes one.", () => listed(rows));
  },
  "named-checkpoints.show": (value) => {
    const one = named.parse(value);
    return [
      facts({ Checkpoint: titleOf(one), File: tilde(one.path), Created: when(one.createdAt), Task: one.task }),
      ...section("Progress", one.progress),
      ...section("Next action", one.nextAction === "" ? [] : [one.nextAction]),
      ...section("Blockers", one.blockers),
      ...section("Key decisions", one.keyDecisions),
      ...section("Relevant context", one.relevantContext),
      ...section("Changed since", one.stale),
      ...section("Saved incomplete", one.incomplete),
    ].join("\n");
  },
  "named-checkpoints.resume": (value, { yes }) => {
    const shape = named.extend({
      ...{ briefing: z.string(), question: z.string(), ifNo: z.string() },
      ...{ confirmed: z.boolean().nullable(), trashedTo: z.string().nullable() },
    });
    const one = shape.parse(value);
    if (one.confirmed === null) return `${one.briefing}\n\n${one.ifNo}\n\n${one.question}`;
    if (!one.confirmed)
      return `Not resumed: ${one.name} is in the trash. \`throughline checkpoint restore ${one.name}\` brings it back.`;
    const told = `Confirmed. Nothing was run; the next action is: ${one.nextAction}`;
    return yes ? `${one.briefing}\n\n${told}` : told;
  },
  "named-checkpoints.delete": (value) => {
    const { name } = named.parse(value);
    return `Deleted ${name}. \`throughline checkpoint restore ${name}\` brings it back from the trash.`;
  },
  "named-checkpoints.restore": (value) => {
    const { name, path } = named.parse(value);
    return `Restored ${name}: ${tilde(path)}`;
  },
};
