import { z } from "zod";
import { formatDuration } from "../../core/index.ts";
import { colours, excerpt, facts, shortId, table, tilde, wrap } from "../terminal.ts";
import { age, orNone, type Renderers, when } from "./words.ts";

const checkpoint = z.object({
  id: z.string(),
  sessionId: z.string(),
  project: z.string().nullable(),
  trigger: z.string(),
  createdAt: z.string(),
  promptCount: z.number(),
  digest: z.string(),
  hash: z.string(),
});

export const checkpointRenderers: Renderers = {
  "checkpoints.of-session": (value) => {
    const rows = z.array(checkpoint).parse(value);
    return orNone(rows, "No checkpoints yet.", () =>
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
    );
  },
  "checkpoints.show": (value) => {
    const one = checkpoint.parse(value);
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
  "checkpoints.diff": (value) => {
    const shape = z.object({
      from: z.string(),
      to: z.string(),
      elapsedMs: z.number(),
      prompts: z.number(),
      removed: z.array(z.string()),
      added: z.array(z.string()),
    });
    const one = shape.parse(value);
    return [
      `${shortId(one.from)} → ${shortId(one.to)}: ${formatDuration(one.elapsedMs)}, ${one.prompts} prompts`,
      ...one.removed.map((line) => colours.red(wrap(`- ${line}`, "  "))),
      ...one.added.map((line) => colours.green(wrap(`+ ${line}`, "  "))),
    ].join("\n");
  },
  "checkpoints.verify": (value) => {
    const shape = z.object({
      sessionId: z.string(),
      ok: z.boolean(),
      checked: z.number(),
      pruned: z.number(),
      problem: z.object({ checkpointId: z.string(), reason: z.string() }).nullable(),
      unseen: z.string().nullable(),
    });
    const rows = z.array(shape).parse(value);
    const besides = (one: z.infer<typeof shape>) =>
      `${one.pruned > 0 ? `, ${one.pruned} pruned` : ""}${one.unseen === null ? "" : `; its task's files were not looked at: ${one.unseen}`}`;
    return orNone(rows, "No sessions to verify.", () =>
      rows
        .map((one) =>
          one.problem
            ? `${colours.red("broken")}  ${shortId(one.sessionId)}: checkpoint ${shortId(one.problem.checkpointId)}: ${one.problem.reason}`
            : `${colours.green("whole")}   ${shortId(one.sessionId)}: ${one.checked} checkpoints${besides(one)}`,
        )
        .join("\n"),
    );
  },
  "checkpoints.resume": (value) => {
    const { text, project, pinned } = z
      .object({ text: z.string(), project: z.string().nullable(), pinned: z.boolean() })
      .parse(value);
    const meaning = `Pinned: the next session that starts in ${tilde(project ?? "its project")} is given this, once, instead of where the last one stopped.`;
    return pinned ? `${text}\n\n${colours.green(wrap(meaning))}` : text;
  },
  "checkpoints.save": (value) => `Saved checkpoint ${checkpoint.parse(value).id}.`,
};
