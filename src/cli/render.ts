import { z } from "zod";
import { formatDuration } from "../core/index.ts";
import { colours, table } from "./terminal.ts";

const age = (at: string): string => `${formatDuration(Date.now() - Date.parse(at))} ago`;
const flat = (text: string, limit: number): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
};

const session = z.object({
  id: z.string(),
  key: z.string(),
  harness: z.string(),
  project: z.string().nullable(),
  state: z.string(),
  promptCount: z.number(),
  totalMessages: z.number(),
  checkpointCount: z.number(),
  lastActivityAt: z.string(),
  lineage: z.string().nullable(),
});
const checkpoint = z.object({
  id: z.string(),
  trigger: z.string(),
  createdAt: z.string(),
  promptCount: z.number(),
  digest: z.string(),
});
const memory = z.object({
  id: z.string(),
  content: z.string(),
  kind: z.string(),
  createdAt: z.string(),
  source: z.string(),
  score: z.number().optional(),
});

type Tree = z.infer<typeof session> & { children: readonly Tree[] };
const treeShape: z.ZodType<Tree> = session.extend({
  get children() {
    return z.array(treeShape);
  },
});

function branch(node: Tree, indent: string): string[] {
  const head = `${indent}${colours.bold(node.id)} ${node.harness} ${node.state}, ${node.promptCount} prompts, ${age(node.lastActivityAt)}${node.lineage ? colours.dim(` (${node.lineage})`) : ""}`;
  return [head, ...node.children.flatMap((child) => branch(child, `${indent}  `))];
}

const orNone = (rows: readonly unknown[], none: string, shown: () => string): string =>
  rows.length === 0 ? none : shown();

/** What a person is shown of an operation's answer; where nothing is said here, the JSON itself. */
export const renderers: Readonly<Record<string, (value: unknown) => string>> = {
  "sessions.list": (value) => {
    const rows = z.array(session).parse(value);
    return orNone(rows, "No sessions. `throughline init` connects your agent; then work as ever.", () =>
      table(
        ["SESSION", "HARNESS", "STATE", "PROMPTS", "MESSAGES", "CHECKPOINTS", "LAST ACTIVE", "PROJECT"],
        rows.map((one) => [
          one.id,
          one.harness,
          one.state,
          String(one.promptCount),
          String(one.totalMessages),
          String(one.checkpointCount),
          age(one.lastActivityAt),
          one.project ?? "",
        ]),
      ),
    );
  },
  "sessions.timeline": (value) =>
    z
      .array(z.object({ at: z.string(), what: z.string(), text: z.string() }))
      .parse(value)
      .map((entry) => `${colours.dim(entry.at)}  ${entry.what.padEnd(10)}  ${flat(entry.text, 140)}`)
      .join("\n"),
  "sessions.tree": (value) => branch(treeShape.parse(value), "").join("\n"),
  "sessions.messages": (value) =>
    z
      .array(z.object({ seq: z.number(), role: z.string(), kind: z.string(), content: z.string() }))
      .parse(value)
      .map((one) => `${colours.dim(`#${one.seq}`)} ${colours.bold(one.role)} ${one.kind}: ${flat(one.content, 160)}`)
      .join("\n"),
  "sessions.start": (value) => {
    const { continuity, identifiers, reasoningState } = z
      .object({
        continuity: z.string(),
        identifiers: z.array(z.object({ path: z.string(), exists: z.boolean() })),
        reasoningState: z.string(),
      })
      .parse(value);
    if (reasoningState === "") return "Nothing to go on from in this project yet.";
    return [
      "1. Session continuity",
      continuity,
      "",
      "2. Identifiers",
      ...identifiers.map(({ path, exists }) => `- ${path} ${exists ? "(exists)" : "(gone)"}`),
      "",
      "3. Reasoning state",
      reasoningState,
    ].join("\n");
  },
  "checkpoints.of-session": (value) => {
    const rows = z.array(checkpoint).parse(value);
    return orNone(rows, "No checkpoints yet.", () =>
      table(
        ["CHECKPOINT", "TRIGGER", "PROMPTS", "AGE", "DIGEST"],
        rows.map((one) => [
          one.id,
          one.trigger,
          String(one.promptCount),
          age(one.createdAt),
          flat(one.digest.replace(/^## Session Checkpoint\n/, ""), 70),
        ]),
      ),
    );
  },
  "checkpoints.show": (value) => {
    const one = checkpoint.extend({ hash: z.string() }).parse(value);
    return `${colours.bold(one.id)}  ${one.trigger}, ${age(one.createdAt)}, hash ${one.hash.slice(0, 12)}\n\n${one.digest}`;
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
      `${one.from} → ${one.to}: ${formatDuration(one.elapsedMs)}, ${one.prompts} prompts`,
      ...one.removed.map((line) => colours.red(`- ${line}`)),
      ...one.added.map((line) => colours.green(`+ ${line}`)),
    ].join("\n");
  },
  "checkpoints.verify": (value) => {
    const shape = z.object({
      sessionId: z.string(),
      ok: z.boolean(),
      checked: z.number(),
      pruned: z.number(),
      problem: z.object({ checkpointId: z.string(), reason: z.string() }).nullable(),
    });
    const rows = z.array(shape).parse(value);
    return orNone(rows, "No sessions to verify.", () =>
      rows
        .map((one) =>
          one.problem
            ? `${colours.red("broken")}  ${one.sessionId}: checkpoint ${one.problem.checkpointId}: ${one.problem.reason}`
            : `${colours.green("whole")}   ${one.sessionId}: ${one.checked} checkpoints${one.pruned > 0 ? `, ${one.pruned} pruned` : ""}`,
        )
        .join("\n"),
    );
  },
  "checkpoints.resume": (value) => z.object({ text: z.string() }).parse(value).text,
  "checkpoints.save": (value) => `Saved checkpoint ${checkpoint.parse(value).id}.`,
  remember: (value) => `Remembered as ${memory.parse(value).id}.`,
  forget: (value) => `Forgot ${z.object({ id: z.string() }).parse(value).id}.`,
  recall: (value) => {
    const rows = z.array(memory).parse(value);
    return orNone(rows, "Nothing found.", () =>
      rows
        .map(
          (one) =>
            `${colours.bold((one.score ?? 0).toFixed(2))}  ${flat(one.content, 200)}\n      ${colours.dim(`${one.kind}, ${age(one.createdAt)}, ${one.source}, id ${one.id}`)}`,
        )
        .join("\n"),
    );
  },
  "memories.list": (value) => {
    const rows = z.array(memory).parse(value);
    return orNone(rows, "Nothing remembered yet.", () =>
      table(
        ["MEMORY", "KIND", "AGE", "CONTENT"],
        rows.map((one) => [one.id, one.kind, age(one.createdAt), flat(one.content, 100)]),
      ),
    );
  },
  expand: (value) => z.object({ content: z.string() }).parse(value).content,
  recover: (value) =>
    z
      .object({ text: z.string(), reason: z.string() })
      .transform((one) => one.text || one.reason)
      .parse(value),
  incidents: (value) => {
    const rows = z.array(z.object({ createdAt: z.string(), kind: z.string(), detail: z.string() })).parse(value);
    return orNone(rows, "Nothing went wrong.", () =>
      rows.map((one) => `${colours.dim(one.createdAt)}  ${one.kind}: ${one.detail}`).join("\n"),
    );
  },
};
