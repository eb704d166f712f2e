import { z } from "zod";
import { colours, excerpt, facts, shortId, table, tilde, wrap } from "../terminal.ts";
import { age, orNone, type Renderers, when } from "./words.ts";

const session = z.object({
  id: z.string(),
  key: z.string(),
  agent: z.string().nullable(),
  harness: z.string(),
  type: z.string(),
  project: z.string().nullable(),
  task: z.string().nullable(),
  state: z.string(),
  gate: z.string().nullable(),
  startedAt: z.string(),
  lastActivityAt: z.string(),
  endedAt: z.string().nullable(),
  endReason: z.string().nullable(),
  promptCount: z.number(),
  messageCount: z.number(),
  totalMessages: z.number(),
  checkpointCount: z.number(),
  contextTokens: z.number(),
  lastInputTokens: z.number(),
  parentId: z.string().nullable(),
  lineage: z.string().nullable(),
  model: z.string().nullable(),
  childIds: z.array(z.string()),
});
type Session = z.infer<typeof session>;

type Tree = Session & { children: readonly Tree[] };
const treeShape: z.ZodType<Tree> = session.extend({
  get children() {
    return z.array(treeShape);
  },
});

function branch(node: Tree, indent: string): string[] {
  const head = `${indent}${colours.bold(shortId(node.id))} ${node.harness} ${node.state}, ${node.promptCount} prompts, ${age(node.lastActivityAt)}${node.lineage ? colours.dim(` (${node.lineage})`) : ""}`;
  return [head, ...node.children.flatMap((child) => branch(child, `${indent}  `))];
}

const shown = (one: Session): string =>
  facts({
    Session: one.id,
    Key: one.key,
    State: one.state,
    Agent: one.agent,
    Harness: one.model ? `${one.harness} (${one.model})` : one.harness,
    Project: one.project && tilde(one.project),
    Task: one.task,
    Gate: one.gate,
    Started: when(one.startedAt),
    "Last active": when(one.lastActivityAt),
    Ended: one.endedAt && `${when(one.endedAt)}${one.endReason ? `: ${one.endReason}` : ""}`,
    Prompts: one.promptCount,
    Messages: one.totalMessages,
    Checkpoints: one.checkpointCount,
    "In context": `${one.lastInputTokens || one.contextTokens} tokens`,
    "Goes on from": one.parentId && `${shortId(one.parentId)}${one.lineage ? ` (${one.lineage})` : ""}`,
    "Went on in": one.childIds.map(shortId).join(", "),
  });

/** What became of a session on somebody's word, and what can be done next. */
const moved = (said: (id: string) => readonly [what: string, next: string]) => (value: unknown) => {
  const [what, next] = said(shortId(session.parse(value).id));
  return `${what}\n${colours.dim(next)}`;
};

const continuation = z.object({
  title: z.string(),
  command: z.string(),
  path: z.string().nullable(),
  text: z.string().nullable(),
  notCarried: z.array(z.object({ what: z.string(), count: z.number(), why: z.string() })),
  isDone: z.boolean(),
});
type Continuation = z.infer<typeof continuation>;

const leftOut = ({ notCarried }: Continuation): string[] =>
  notCarried.length === 0
    ? []
    : ["Not carried over:", ...notCarried.map(({ what, count, why }) => wrap(`- ${what} (${count}): ${why}`, "  "))];

function goneOnByFile(one: Continuation, path: string): string[] {
  const head = one.isDone ? `Wrote the session for ${one.title}:` : `For ${one.title} this would be written:`;
  const next = one.isDone ? "Go on with:" : "Nothing was written yet: add --yes. Then go on with:";
  return [head, `  ${tilde(path)}`, ...leftOut(one), next, one.command];
}

function goneOnByText(one: Continuation, text: string): string[] {
  const next = one.isDone
    ? "The next session that starts in this project is given it, if its client is connected. Start it with:"
    : "Nothing was changed: with --yes the project's next session is given it. Start it with:";
  return [`${one.title} is told this, as its first prompt:`, "", text, "", ...leftOut(one), next, one.command];
}

function goneOn(value: unknown): string {
  const one = continuation.parse(value);
  const lines = one.path === null ? goneOnByText(one, one.text ?? "") : goneOnByFile(one, one.path);
  return lines.join("\n");
}

export function timelineTable(value: unknown): string {
  const entries = z.array(z.object({ at: z.string(), what: z.string(), text: z.string() })).parse(value);
  return table(
    ["TIME", "WHAT", "DETAIL"],
    entries.map(({ at, what, text }) => [`${at.slice(0, 19)}Z`, what, excerpt(text)]),
  );
}

export const sessionRenderers: Renderers = {
  "sessions.list": (value) => {
    const rows = z.array(session).parse(value);
    return orNone(rows, "No sessions. `throughline init` connects your agent; then work as ever.", () =>
      table(
        ["SESSION", "HARNESS", "STATE", "PROMPTS", "MESSAGES", "ACTIVE", "PROJECT OR AGENT"],
        rows.map((one) => [
          shortId(one.id),
          one.harness,
          one.state,
          String(one.promptCount),
          String(one.totalMessages),
          age(one.lastActivityAt),
          one.agent === null ? tilde(one.project ?? "") : `${one.agent} (${one.type})`,
        ]),
      ),
    );
  },
  "sessions.show": (value) => shown(session.parse(value)),
  "sessions.suspend": moved((id) => [
    `Suspended session ${id}.`,
    `\`throughline sessions resume ${id}\` takes it up again.`,
  ]),
  "sessions.resume": moved((id) => [
    `Session ${id} is active again.`,
    `\`throughline sessions timeline ${id}\` tells what happened in it.`,
  ]),
  "sessions.resumeIn": goneOn,
  "sessions.end": moved((id) => [
    `Ended session ${id}.`,
    `\`throughline checkpoint list --session ${id}\` shows what is kept of it.`,
  ]),
  "sessions.terminate": moved((id) => [
    `Ended session ${id} for good: it cannot be taken up again.`,
    `\`throughline checkpoint list --session ${id}\` shows what is kept of it.`,
  ]),
  "sessions.timeline": timelineTable,
  "sessions.tree": (value) => branch(treeShape.parse(value), "").join("\n"),
  "sessions.messages": (value) => {
    const shape = z.object({
      id: z.string(),
      seq: z.number(),
      role: z.string(),
      kind: z.string(),
      content: z.string(),
    });
    const rows = z.array(shape).parse(value);
    return orNone(rows, "No messages.", () =>
      table(
        ["#", "MESSAGE", "ROLE", "KIND", "CONTENT"],
        rows.map((one) => [String(one.seq), shortId(one.id), one.role, one.kind, excerpt(one.content)]),
      ),
    );
  },
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
  expand: (value) => {
    const { content, digest, message } = z
      .object({
        content: z.string().optional(),
        digest: z.string().optional(),
        message: z.object({ content: z.string() }).optional(),
      })
      .parse(value);
    return [content ?? digest ?? "", ...(message ? ["", "It was read from:", message.content] : [])].join("\n");
  },
  incidents: (value) => {
    const rows = z.array(z.object({ createdAt: z.string(), kind: z.string(), detail: z.string() })).parse(value);
    return orNone(rows, "Nothing went wrong.", () =>
      rows.map((one) => wrap(`${one.createdAt}  ${one.kind}: ${one.detail}`, "  ")).join("\n"),
    );
  },
};
