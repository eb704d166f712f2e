import { formatDuration } from "../../core/index.ts";
import { howMany } from "../progress.ts";
import { colors, excerpt, facts, shortId, table, tilde, wrap } from "../terminal.ts";
import { age, orNone, type Renderers, when } from "./words.ts";

export const checkpointRenderers: Renderers = {
  "checkpoints.of-session": (rows) =>
    orNone(rows, "No checkpoints yet.", () =>
      table(
        ["CHECKPOINT", "TRIGGER", "PROMPTS", "AGE", "DIGEST"],
        rows.map((one) => [
          shortId(one.id),
          one.trigger,
          String(one.promptCount),
          age(one.createdAt),
          excerpt(one.digest.replace(/^## Session Checkpoint\n/, "")),
        ]),
      ),
    ),
  "checkpoints.show": (one) => {
    const head = facts({
      Checkpoint: one.id,
      Session: one.sessionId,
      Project: one.project && tilde(one.project),
      Trigger: one.trigger,
      Made: when(one.createdAt),
      Hash: one.hash,
    });
    return `${head}\n\n${wrap(one.digest, "  ")}`;
  },
  "checkpoints.diff": (one) =>
    [
      `${shortId(one.from)} → ${shortId(one.to)}: ${formatDuration(one.elapsedMs)}, ${howMany(one.prompts, "prompt")}`,
      ...one.removed.map((line) => colors.red(wrap(`- ${line}`, "  "))),
      ...one.added.map((line) => colors.green(wrap(`+ ${line}`, "  "))),
    ].join("\n"),
  "checkpoints.verify": (rows) => {
    const extras = (one: (typeof rows)[number]) =>
      `${one.pruned > 0 ? `, ${one.pruned} pruned` : ""}${one.unseen === null ? "" : `; its task's files were not checked: ${one.unseen}`}`;
    return orNone(rows, "No sessions to verify.", () =>
      rows
        .map((one) =>
          one.problem
            ? `${colors.red("broken")}  ${shortId(one.sessionId)}: checkpoint ${shortId(one.problem.checkpointId)}: ${one.problem.reason}`
            : `${colors.green("whole")}   ${shortId(one.sessionId)}: ${howMany(one.checked, "checkpoint")}${extras(one)}`,
        )
        .join("\n"),
    );
  },
  "checkpoints.resume": ({ text, project, pinned }) => {
    const meaning = `Pinned: the next session that starts in ${tilde(project ?? "its project")} gets this once, instead of the last session's state.`;
    return pinned ? `${text}\n\n${colors.green(wrap(meaning))}` : text;
  },
  "checkpoints.save": ({ id }) => `Saved checkpoint ${id}.`,
};
