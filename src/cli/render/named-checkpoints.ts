import type { AnswerOf } from "../../operations/index.ts";
import { colors, excerpt, facts, table, tilde, wrap } from "../terminal.ts";
import { age, orNone, type Renderers, when } from "./words.ts";

type Named = AnswerOf<"named-checkpoints.show">;

const titleOf = ({ name, autosave }: Pick<Named, "name" | "autosave">): string =>
  autosave ? `${name} (automatic)` : name;
const bullets = (items: readonly string[]): string[] => items.map((item) => wrap(`- ${item}`, "  "));
const section = (title: string, items: readonly string[]): string[] =>
  items.length > 0 ? ["", colors.bold(title), ...bullets(items)] : [];
/** Day and minute in local time. */
const localMinute = (at: string): string => new Date(at).toLocaleString("sv-SE").slice(0, 16);
const warning = (text: string): string => colors.yellow(wrap(text));

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

function inTrash(rows: AnswerOf<"named-checkpoints.list">): string {
  return table(
    ["NAME", "TRASHED", "CREATED", "TASK"],
    rows.map((one) => [one.name, age(one.trashedAt ?? ""), localMinute(one.createdAt), excerpt(one.task)]),
  );
}

export const namedCheckpointRenderers: Renderers = {
  "named-checkpoints.save": (one) =>
    [
      `Saved checkpoint ${one.name}: ${tilde(one.path)}`,
      wrap(`Task: ${one.task}`, "  "),
      wrap(`Next action: ${one.nextAction}`, "  "),
      ...(one.replaced ? ["The previous one of that name is in the trash."] : []),
      ...(one.missingPaths.length > 0 ? [warning(`Not found: ${one.missingPaths.join(", ")}`)] : []),
      ...(one.incomplete.length > 0 ? [warning(`Marked incomplete: ${one.incomplete.join("; ")}`)] : []),
    ].join("\n"),
  "named-checkpoints.list": (rows, { trash }) =>
    trash
      ? orNone(rows, "The trash is empty.", () => inTrash(rows))
      : orNone(rows, "No checkpoints yet. `throughline checkpoint save <name>` creates one.", () => listed(rows)),
  "named-checkpoints.show": (one) =>
    [
      facts({ Checkpoint: titleOf(one), File: tilde(one.path), Created: when(one.createdAt), Task: one.task }),
      ...section("Progress", one.progress),
      ...section("Next action", one.nextAction === "" ? [] : [one.nextAction]),
      ...section("Blockers", one.blockers),
      ...section("Key decisions", one.keyDecisions),
      ...section("Relevant context", one.relevantContext),
      ...section("Changed since", one.stale),
      ...section("Saved incomplete", one.incomplete),
    ].join("\n"),
  "named-checkpoints.resume": (one, { yes }) => {
    if (one.confirmed === null) return `${one.briefing}\n\n${one.ifNo}\n\n${one.question}`;
    if (!one.confirmed)
      return `Not resumed: ${one.name} is in the trash. \`throughline checkpoint restore ${one.name}\` brings it back.`;
    const confirmation = `Confirmed. Nothing was run; the next action is: ${one.nextAction}`;
    return yes ? `${one.briefing}\n\n${confirmation}` : confirmation;
  },
  "named-checkpoints.delete": ({ name }) =>
    `Deleted ${name}. \`throughline checkpoint restore ${name}\` brings it back from the trash.`,
  "named-checkpoints.restore": ({ name, path }) => `Restored ${name}: ${tilde(path)}`,
};
