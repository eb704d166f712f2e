import { formatDuration } from "../../core/index.ts";
import type { AnswerOf } from "../../operations/index.ts";
import { howMany } from "../progress.ts";
import { colors, excerpt, facts, shortId, tilde, wrap } from "../terminal.ts";
import { listing, orNone, type Renderers, when } from "./words.ts";

function verdict(one: AnswerOf<"checkpoints.verify">[number]): string {
  const { sessionId, problem, checked, pruned, unseen } = one;
  if (problem)
    return `${colors.red("broken")}  ${shortId(sessionId)}: checkpoint ${shortId(problem.checkpointId)}: ${problem.reason}`;
  const missing = unseen === null ? "" : `; its task's files were not checked: ${unseen}`;
  return `${colors.green("intact")}  ${shortId(sessionId)}: ${howMany(checked, "checkpoint")}${pruned > 0 ? `, ${pruned} pruned` : ""}${missing}`;
}

export const checkpointRenderers: Renderers = {
  "checkpoints.of-session": listing("No checkpoints yet.", {
    CHECKPOINT: "id",
    TRIGGER: "trigger",
    PROMPTS: "promptCount",
    AGE: "createdAt",
    DIGEST: ({ digest }) => excerpt(digest.replace(/^## Session Checkpoint\n/, "")),
  }),
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
  "checkpoints.verify": orNone("No sessions to verify.", (rows) => rows.map(verdict).join("\n")),
  "checkpoints.resume": ({ text, project, pinned }) => {
    const meaning = `Pinned: the next session that starts in ${tilde(project ?? "its project")} gets this once, instead of the last session's state.`;
    return pinned ? `${text}\n\n${colors.green(wrap(meaning))}` : text;
  },
  "checkpoints.save": ({ id }) => `Saved checkpoint ${id}.`,
};
