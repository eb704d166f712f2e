import type { AnswerOf } from "../../operations/index.ts";
import { howMany } from "../progress.ts";
import { colors, facts, tilde, wrap } from "../terminal.ts";
import { type Columns, listing, type Renderers, section, when } from "./words.ts";

type Named = AnswerOf<"named-checkpoints.show">;

const titleOf = ({ name, autosave }: Pick<Named, "name" | "autosave">): string =>
  autosave ? `${name} (automatic)` : name;
const bullets = (items: readonly string[]): string[] => items.map((item) => wrap(`- ${item}`, "  "));
/** Day and minute in local time. */
const localMinute = ({ createdAt }: Named): string => new Date(createdAt).toLocaleString("sv-SE").slice(0, 16);
const warning = (text: string): string => colors.yellow(wrap(text));

type Listed = AnswerOf<"named-checkpoints.list">[number];

const listed = listing<Listed>("No checkpoints yet. `throughline checkpoint save <name>` creates one.", {
  NAME: titleOf,
  CREATED: localMinute,
  AGE: "createdAt",
  "CHANGED SINCE": ({ stale }) => (stale.length === 0 ? "-" : howMany(stale.length, "warning")),
  TASK: "task",
});
const TRASH: Columns<Listed> = { NAME: "name", TRASHED: "trashedAt", CREATED: localMinute, TASK: "task" };
const inTrash = listing("The trash is empty.", TRASH);

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
  "named-checkpoints.list": (rows, { trash }) => (trash ? inTrash : listed)(rows),
  "named-checkpoints.show": (one) =>
    [
      facts({ Checkpoint: titleOf(one), File: tilde(one.path), Created: when(one.createdAt), Task: one.task }),
      ...section("Progress", bullets(one.progress)),
      ...section("Next action", bullets(one.nextAction === "" ? [] : [one.nextAction])),
      ...section("Blockers", bullets(one.blockers)),
      ...section("Key decisions", bullets(one.keyDecisions)),
      ...section("Relevant context", bullets(one.relevantContext)),
      ...section("Changed since", bullets(one.stale)),
      ...section("Saved incomplete", bullets(one.incomplete)),
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
