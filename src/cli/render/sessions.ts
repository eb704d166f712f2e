import type { AnswerOf } from "../../operations/index.ts";
import { howMany } from "../progress.ts";
import { cell, colors, facts, shortId, tilde, wrap } from "../terminal.ts";
import { taskText } from "./ledger.ts";
import { type Asked, age, type Columns, listing, orNone, type Renderers, tableOf, when } from "./words.ts";

type Session = AnswerOf<"sessions.show">;
type Tree = AnswerOf<"sessions.tree">;
type Ended = AnswerOf<"sessions.end">;

/** How a session came after its parent. */
const FOLLOWS: Readonly<Record<string, string>> = {
  previous_key: "continues it",
  clear: "after it was cleared",
  fork: "a fork of it",
  subagent: "a subagent of it",
  project: "the next one in the project",
};
/** The label of the parent, if the session does not simply continue it. */
const PARENT: Readonly<Record<string, string>> = {
  clear: "Cleared session",
  fork: "Fork of",
  subagent: "Subagent of",
  project: "Previous in the project",
};

function branch(node: Tree, indent: string): string[] {
  const how = node.parentId ? FOLLOWS[node.lineage ?? ""] : undefined;
  const head = `${indent}${colors.bold(shortId(node.id))} ${node.harness} ${node.state}, ${node.promptCount} prompts, ${age(node.lastActivityAt)}`;
  const follows = how === undefined ? "" : colors.dim(` (${how})`);
  return [`${head}${follows}`, ...node.children.flatMap((child) => branch(child, `${indent}  `))];
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
    [PARENT[one.lineage ?? ""] ?? "Continues"]: one.parentId && shortId(one.parentId),
    "Continued in": one.childIds
      .filter((id) => !one.subagentIds.includes(id))
      .map(shortId)
      .join(", "),
    Subagents: one.subagentIds.map(shortId).join(", "),
  });

type KeptWork = NonNullable<Ended["kept"]>;

function patchLines({ patch, appliesTo, text }: KeptWork): string[] {
  if (patch === null) return [wrap(`The work: ${text.replace(/; left out: .*$/s, "")}`, "  ")];
  const onto = appliesTo === null ? "" : ` (on ${appliesTo})`;
  return ["The uncommitted work is also saved as a patch:", `  ${tilde(patch)}`, `  Apply it with git apply${onto}`];
}

/** Where the uncommitted work of an ended session is. */
function keptLines(kept: KeptWork): string[] {
  if (kept.commit !== null) return [`The work is committed: ${kept.commit}`];
  const { patch, notCommitted, leftOut } = kept;
  return [
    ...patchLines(kept),
    ...(notCommitted === null || patch === null ? [] : [wrap(`It is not committed: ${notCommitted}`, "  ")]),
    ...(leftOut.length === 0 ? [] : [colors.yellow("Left out; only in the work tree:")]),
    ...leftOut.map((one) => wrap(`- ${one}`, "  ")),
  ];
}

const endedText = (what: (id: string) => string) => (one: Ended) => {
  const id = shortId(one.id);
  const how = one.endReason ? `: ${one.endReason}` : "";
  const said = one.hadEnded
    ? `Session ${id} had already ended, ${when(one.endedAt ?? one.lastActivityAt)}${how}. Nothing was changed.`
    : what(id);
  return [
    one.outcome === null ? said : `${said} Outcome: ${one.outcome}.`,
    ...(one.kept === null ? [] : keptLines(one.kept)),
    colors.dim(`\`throughline checkpoint list --session ${id}\` shows its checkpoints.`),
  ].join("\n");
};

type Continuation = AnswerOf<"sessions.resumeIn">;

const leftOut = ({ notCarried }: Continuation): string[] =>
  notCarried.length === 0
    ? []
    : ["Not carried over:", ...notCarried.map(({ what, count, why }) => wrap(`- ${what} (${count}): ${why}`, "  "))];

function continuedByFile(one: Continuation, path: string): string[] {
  if (one.isThere)
    return [`Already written for ${one.title}, not overwritten:`, `  ${tilde(path)}`, "Continue with:", one.command];
  const head = one.isDone ? `Wrote the session for ${one.title}:` : `Would write for ${one.title}:`;
  const next = one.isDone ? "Continue with:" : "Nothing was written yet: add --yes. Then continue with:";
  return [head, `  ${tilde(path)}`, ...leftOut(one), next, one.command];
}

function continuedByText(one: Continuation, text: string): string[] {
  const next = one.isDone
    ? "The project's next session gets this, if its client is connected. Start it with:"
    : "Nothing was changed: with --yes the project's next session gets this. Start it with:";
  return [`First prompt for ${one.title}:`, "", text, "", ...leftOut(one), next, one.command];
}

export const timelineTable = (entries: AnswerOf<"sessions.timeline">): string =>
  tableOf(entries, { TIME: ({ at }) => `${at.slice(0, 19)}Z`, WHAT: "what", DETAIL: "text" });

/** The width of the columns other than the title. */
const OTHER_COLUMNS = 68;

const SESSIONS: Columns<AnswerOf<"sessions.list">[number]> = {
  SESSION: "id",
  HARNESS: "harness",
  STATE: "state",
  PROMPTS: "promptCount",
  ACTIVE: "lastActivityAt",
  TITLE: ({ title }) => cell(title ?? "", OTHER_COLUMNS),
  "PROJECT OR AGENT": ({ agent, project, type }) => (agent === null ? tilde(project ?? "") : `${agent} (${type})`),
};

/** Only an unfiltered empty list means that no agent is connected. */
function noneOf({ project, task, harness, state }: Asked): string {
  const wanted = [
    ...(state === undefined ? [] : [`that is ${state}`]),
    ...(harness === undefined ? [] : [`of ${harness}`]),
    ...(task === undefined ? [] : [`of task ${task}`]),
    ...(project === undefined ? [] : [`in the project ${tilde(String(project))}`]),
  ];
  if (wanted.length === 0) return "No sessions. `throughline init` connects your agent; then work as usual.";
  return `There is no session ${wanted.join(" ")}. \`throughline sessions list\` shows all sessions.`;
}

export const sessionRenderers: Renderers = {
  "sessions.list": (rows, asked) => listing(noneOf(asked), SESSIONS)(rows),
  "sessions.show": shown,
  "sessions.suspend": ({ id }) =>
    `Suspended session ${shortId(id)}.\n${colors.dim(`\`throughline sessions resume ${shortId(id)}\` resumes it.`)}`,
  "sessions.resume": ({ id }) => {
    const next = `\`throughline sessions timeline ${shortId(id)}\` shows what happened in it.`;
    return `Session ${shortId(id)} is active again.\n${colors.dim(next)}`;
  },
  "sessions.resumeIn": (one) =>
    (one.path === null ? continuedByText(one, one.text ?? "") : continuedByFile(one, one.path)).join("\n"),
  "sessions.clearEphemeral": ({ deleted }) => `Deleted ${howMany(deleted, "ephemeral session")}.`,
  "sessions.end": endedText((id) => `Ended session ${id}.`),
  "sessions.terminate": endedText((id) => `Ended session ${id} for good: it cannot be resumed.`),
  purge: ({ purged, sessions, cleaned, left }) => {
    if (sessions.length === 0) return "No matching sessions.";
    return [
      tableOf(sessions, { MESSAGES: "messages", CHECKPOINTS: "checkpoints", MEMORIES: "memories", SESSION: "key" }),
      ...(cleaned.length > 0 ? [`${purged ? "Their text was" : "Their text will be"} removed from:`] : []),
      ...cleaned.map((path) => `  ${tilde(path)}`),
      ...(left.length > 0 ? ["Left unchanged, though they may contain text of these sessions:"] : []),
      ...left.map(({ path, why }) => wrap(`- ${tilde(path)}: ${why}`, "  ")),
      purged
        ? `Removed for good${left.length > 0 ? ", except the files above" : ""}.`
        : colors.yellow("Nothing was removed yet: rerun with --yes."),
    ].join("\n");
  },
  "sessions.timeline": timelineTable,
  "sessions.tree": (tree) => branch(tree, "").join("\n"),
  "sessions.messages": listing("No messages.", {
    "#": ({ seq, confirmed }) => (confirmed === false ? "–" : seq),
    MESSAGE: ({ id, confirmed }) => (confirmed === false ? "unconfirmed" : shortId(id)),
    ROLE: "role",
    KIND: "kind",
    CONTENT: "content",
  }),
  "sessions.start": ({ ready, active, continuity, identifiers, reasoningState }) => {
    if (reasoningState === "" && continuity === "" && ready.length === 0)
      return "Nothing to continue in this project yet.";
    const identifier = ({ path, exists, lines, problem }: (typeof identifiers)[number]): string =>
      `- ${path}${lines === "" ? "" : `:${lines}`} (${exists ? "exists" : problem})`;
    const steps: Readonly<Record<string, string>> = {
      "Ready tasks": ready.map(({ slug, title, status }) => `- ${slug}: ${title} (${status})`).join("\n"),
      "Active task": active === null ? "" : taskText(active),
      "Session continuity": continuity,
      Identifiers: identifiers.map(identifier).join("\n"),
      "Reasoning state": reasoningState === continuity ? "" : reasoningState,
    };
    return Object.entries(steps)
      .flatMap(([title, text]) => (text === "" ? [] : [`${title}\n${text}`]))
      .join("\n\n");
  },
  expand: (one) => {
    const message = "message" in one ? one.message : undefined;
    const words = "digest" in one ? one.digest : one.content;
    return [words, ...(message ? ["", "Extracted from:", message.content] : [])].join("\n");
  },
  incidents: orNone("No incidents.", (rows) =>
    rows.map((one) => wrap(`${one.createdAt}  ${one.kind}: ${one.detail}`, "  ")).join("\n"),
  ),
};
