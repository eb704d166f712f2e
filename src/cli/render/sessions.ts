import { z } from "zod";
import { cell, colours, excerpt, facts, shortId, table, tilde, wrap } from "../terminal.ts";
import { task, taskText } from "./ledger.ts";
import { type Asked, age, orNone, type Renderers, when } from "./words.ts";

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
  subagentIds: z.array(z.string()),
});
type Session = z.infer<typeof session>;

type Tree = Session & { children: readonly Tree[] };
const treeShape: z.ZodType<Tree> = session.extend({
  get children() {
    return z.array(treeShape);
  },
});

/** How a session came after its parent. */
const FOLLOWS: Readonly<Record<string, string>> = {
  previous_key: "goes on with it",
  clear: "after it was cleared",
  fork: "a fork of it",
  subagent: "a subagent of it",
  project: "the next one in the project",
};
/** What its parent is to it, where it is not simply that it goes on from it. */
const PARENT: Readonly<Record<string, string>> = {
  clear: "Cleared before it",
  fork: "Fork of",
  subagent: "Subagent of",
  project: "Before it in the project",
};
const followed = ({ lineage }: Session): string => {
  const how = FOLLOWS[lineage ?? ""];
  return how === undefined ? "" : ` (${how})`;
};

function branch(node: Tree, indent: string): string[] {
  const head = `${indent}${colours.bold(shortId(node.id))} ${node.harness} ${node.state}, ${node.promptCount} prompts, ${age(node.lastActivityAt)}${node.parentId ? colours.dim(followed(node)) : ""}`;
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
    [PARENT[one.lineage ?? ""] ?? "Goes on from"]: one.parentId && shortId(one.parentId),
    "Went on in": one.childIds
      .filter((id) => !one.subagentIds.includes(id))
      .map(shortId)
      .join(", "),
    Subagents: one.subagentIds.map(shortId).join(", "),
  });

/** What became of a session on somebody's word, and what can be done next. */
const moved = (said: (id: string) => readonly [what: string, next: string]) => (value: unknown) => {
  const [what, next] = said(shortId(session.parse(value).id));
  return `${what}\n${colours.dim(next)}`;
};

const ended = session.extend({
  hadEnded: z.boolean(),
  outcome: z.string().nullable(),
  kept: z
    .object({
      text: z.string(),
      commit: z.string().nullable(),
      patch: z.string().nullable(),
      appliesTo: z.string().nullable(),
      notCommitted: z.string().nullable(),
      leftOut: z.array(z.string()),
      leftOutMore: z.number(),
    })
    .nullable(),
});

type KeptWork = NonNullable<z.infer<typeof ended>["kept"]>;

function patchLines({ patch, appliesTo, text }: KeptWork): string[] {
  if (patch === null) return [wrap(`The work: ${text.replace(/; left out: .*$/s, "")}`, "  ")];
  const onto = appliesTo === null ? "" : ` (on ${appliesTo})`;
  return ["The uncommitted work is kept as a patch, too:", `  ${tilde(patch)}`, `  git apply takes it${onto}`];
}

/** Where the work lies that was not committed when the session ended. */
function keptLines(kept: KeptWork): string[] {
  if (kept.commit !== null) return [`The work is committed: ${kept.commit}`];
  const { patch, notCommitted, leftOut, leftOutMore } = kept;
  const more = leftOutMore === 0 ? [] : [`- ${leftOutMore} more: \`throughline incidents\` names them`];
  return [
    ...patchLines(kept),
    ...(notCommitted === null || patch === null ? [] : [wrap(`It is not committed: ${notCommitted}`, "  ")]),
    ...(leftOut.length + leftOutMore === 0
      ? []
      : [
          colours.yellow("Left out, and in the work tree only:"),
          ...leftOut.map((one) => wrap(`- ${one}`, "  ")),
          ...more,
        ]),
  ];
}

const endedText = (what: (id: string) => string) => (value: unknown) => {
  const one = ended.parse(value);
  const id = shortId(one.id);
  const how = one.endReason ? `: ${one.endReason}` : "";
  const said = one.hadEnded
    ? `Session ${id} had ended already, ${when(one.endedAt ?? one.lastActivityAt)}${how}. Nothing was changed.`
    : what(id);
  return [
    one.outcome === null ? said : `${said} Outcome: ${one.outcome}.`,
    ...(one.kept === null ? [] : keptLines(one.kept)),
    colours.dim(`\`throughline checkpoint list --session ${id}\` shows what is kept of it.`),
  ].join("\n");
};

const continuation = z.object({
  title: z.string(),
  command: z.string(),
  path: z.string().nullable(),
  isThere: z.boolean(),
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
  if (one.isThere)
    return [
      `For ${one.title} this was written before, and is not overwritten:`,
      `  ${tilde(path)}`,
      "Go on with:",
      one.command,
    ];
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

/** What the columns beside the title take. */
const OTHER_COLUMNS = 68;

/** Whoever asked for some of them has connected an agent, most likely. */
function noneOf({ project, task, harness, state }: Asked): string {
  const wanted = [
    ...(state === undefined ? [] : [`that is ${state}`]),
    ...(harness === undefined ? [] : [`of ${harness}`]),
    ...(task === undefined ? [] : [`of task ${task}`]),
    ...(project === undefined ? [] : [`in the project ${tilde(String(project))}`]),
  ];
  if (wanted.length === 0) return "No sessions. `throughline init` connects your agent; then work as ever.";
  return `There is no session ${wanted.join(" ")}. \`throughline sessions list\` shows all that there are.`;
}

export const sessionRenderers: Renderers = {
  "sessions.list": (value, asked) => {
    const rows = z.array(session.extend({ title: z.string().nullable() })).parse(value);
    return orNone(rows, noneOf(asked), () =>
      table(
        ["SESSION", "HARNESS", "STATE", "PROMPTS", "ACTIVE", "TITLE", "PROJECT OR AGENT"],
        rows.map((one) => [
          shortId(one.id),
          one.harness,
          one.state,
          String(one.promptCount),
          age(one.lastActivityAt),
          cell(one.title ?? "", OTHER_COLUMNS),
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
  "sessions.clearEphemeral": (value) => {
    const { deleted } = z.object({ deleted: z.number() }).parse(value);
    return `Deleted ${deleted} ephemeral session${deleted === 1 ? "" : "s"}.`;
  },
  "sessions.end": endedText((id) => `Ended session ${id}.`),
  "sessions.terminate": endedText((id) => `Ended session ${id} for good: it cannot be taken up again.`),
  "sessions.timeline": timelineTable,
  "sessions.tree": (value) => branch(treeShape.parse(value), "").join("\n"),
  "sessions.messages": (value) => {
    const shape = z.object({
      id: z.string(),
      seq: z.number(),
      role: z.string(),
      kind: z.string(),
      content: z.string(),
      confirmed: z.literal(false).optional(),
    });
    const rows = z.array(shape).parse(value);
    return orNone(rows, "No messages.", () =>
      table(
        ["#", "MESSAGE", "ROLE", "KIND", "CONTENT"],
        rows.map(({ seq, id, role, kind, content, confirmed }) =>
          confirmed === false
            ? ["–", "not yet confirmed", role, kind, excerpt(content)]
            : [String(seq), shortId(id), role, kind, excerpt(content)],
        ),
      ),
    );
  },
  "sessions.start": (value) => {
    const { ready, active, continuity, identifiers, reasoningState } = z
      .object({
        ready: z.array(task),
        active: task.nullable(),
        continuity: z.string(),
        identifiers: z.array(
          z.object({ path: z.string(), exists: z.boolean(), lines: z.string(), problem: z.string() }),
        ),
        reasoningState: z.string(),
      })
      .parse(value);
    if (reasoningState === "" && continuity === "" && ready.length === 0)
      return "Nothing to go on from in this project yet.";
    return [
      "1. Ready tasks",
      ...(ready.length === 0 ? ["(none)"] : ready.map(({ slug, title, status }) => `- ${slug}: ${title} (${status})`)),
      "",
      "2. Active task",
      active === null ? "(none)" : taskText(active),
      "",
      "3. Session continuity",
      continuity,
      "",
      "4. Identifiers",
      ...identifiers.map(
        ({ path, exists, lines, problem }) =>
          `- ${path}${lines === "" ? "" : `:${lines}`} (${exists ? "exists" : problem})`,
      ),
      "",
      "5. Reasoning state",
      reasoningState === continuity ? "(nothing but what is said above)" : reasoningState,
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
