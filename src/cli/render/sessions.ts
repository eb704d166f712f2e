import type { AnswerOf } from "../../operations/index.ts";
import { howMany } from "../progress.ts";
import { cell, colors, excerpt, facts, shortId, table, tilde, wrap } from "../terminal.ts";
import { taskText } from "./ledger.ts";
import { type Asked, age, orNone, type Renderers, when } from "./words.ts";

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
const followed = ({ lineage }: Session): string => {
  const how = FOLLOWS[lineage ?? ""];
  return how === undefined ? "" : ` (${how})`;
};

function branch(node: Tree, indent: string): string[] {
  const head = `${indent}${colors.bold(shortId(node.id))} ${node.harness} ${node.state}, ${node.promptCount} prompts, ${age(node.lastActivityAt)}${node.parentId ? colors.dim(followed(node)) : ""}`;
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
    [PARENT[one.lineage ?? ""] ?? "Continues"]: one.parentId && shortId(one.parentId),
    "Continued in": one.childIds
      .filter((id) => !one.subagentIds.includes(id))
      .map(shortId)
      .join(", "),
    Subagents: one.subagentIds.map(shortId).join(", "),
  });

/** The new state of a session, and what can be done next. */
const moved = (said: (id: string) => readonly [what: string, next: string]) => (one: Session) => {
  const [what, next] = said(shortId(one.id));
  return `${what}\n${colors.dim(next)}`;
};

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

const goneOn = (one: Continuation): string =>
  (one.path === null ? continuedByText(one, one.text ?? "") : continuedByFile(one, one.path)).join("\n");

export const timelineTable = (entries: AnswerOf<"sessions.timeline">): string =>
  table(
    ["TIME", "WHAT", "DETAIL"],
    entries.map(({ at, what, text }) => [`${at.slice(0, 19)}Z`, what, excerpt(text)]),
  );

/** The width of the columns other than the title. */
const OTHER_COLUMNS = 68;

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
  "sessions.list": (rows, asked) =>
    orNone(rows, noneOf(asked), () =>
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
    ),
  "sessions.show": shown,
  "sessions.suspend": moved((id) => [`Suspended session ${id}.`, `\`throughline sessions resume ${id}\` resumes it.`]),
  "sessions.resume": moved((id) => [
    `Session ${id} is active again.`,
    `\`throughline sessions timeline ${id}\` shows what happened in it.`,
  ]),
  "sessions.resumeIn": goneOn,
  "sessions.clearEphemeral": ({ deleted }) => `Deleted ${howMany(deleted, "ephemeral session")}.`,
  "sessions.end": endedText((id) => `Ended session ${id}.`),
  "sessions.terminate": endedText((id) => `Ended session ${id} for good: it cannot be resumed.`),
  "sessions.timeline": timelineTable,
  "sessions.tree": (tree) => branch(tree, "").join("\n"),
  "sessions.messages": (rows) =>
    orNone(rows, "No messages.", () =>
      table(
        ["#", "MESSAGE", "ROLE", "KIND", "CONTENT"],
        rows.map(({ seq, id, role, kind, content, confirmed }) =>
          confirmed === false
            ? ["–", "unconfirmed", role, kind, excerpt(content)]
            : [String(seq), shortId(id), role, kind, excerpt(content)],
        ),
      ),
    ),
  "sessions.start": ({ ready, active, continuity, identifiers, reasoningState }) => {
    if (reasoningState === "" && continuity === "" && ready.length === 0)
      return "Nothing to continue in this project yet.";
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
      reasoningState === continuity ? "(same as above)" : reasoningState,
    ].join("\n");
  },
  expand: (one) => {
    const message = "message" in one ? one.message : undefined;
    const words = "digest" in one ? one.digest : one.content;
    return [words, ...(message ? ["", "Extracted from:", message.content] : [])].join("\n");
  },
  incidents: (rows) =>
    orNone(rows, "No incidents.", () =>
      rows.map((one) => wrap(`${one.createdAt}  ${one.kind}: ${one.detail}`, "  ")).join("\n"),
    ),
};
