import { type AnswerOf, explanationText } from "../../operations/index.ts";
import { colors, excerpt, facts, pathNames, shortId, tilde, wrap } from "../terminal.ts";
import { type Asked, age, orNone, type Renderers, sentence, tableOf, when } from "./words.ts";

type Remembered = AnswerOf<"remember">;
/** The history fields are only present on request. */
type Memory = AnswerOf<"memories.list">[number];

/** Whether a memory was superseded or forgotten. */
function became({ supersededBy, supersededAt, supersededWhy, forgottenAt }: Memory): string {
  const at = supersededAt ? `${age(supersededAt)} ` : "";
  const why = supersededWhy ? `: ${excerpt(supersededWhy)}` : "";
  const superseded = supersededBy === null ? "" : `superseded ${at}by ${shortId(supersededBy)}${why}`;
  return [superseded, forgottenAt ? `forgotten ${age(forgottenAt)}` : ""].filter(Boolean).join("; ");
}

/** One memory in a list: its text, then kind, owner, age and history. */
function entry(one: Memory, owner = ""): string {
  const about = [one.kind, owner, age(one.createdAt)].filter(Boolean).join(", ");
  const origin = `  ${[about, became(one)].filter(Boolean).join("; ")}`;
  const words = one.forgottenAt ? "(forgotten)" : excerpt(one.content);
  return `${wrap(`${colors.bold(shortId(one.id))}  ${words}`, "  ")}\n${colors.dim(wrap(origin, "  "))}`;
}

/** The owner of each memory, unless all have the same. */
function ownersOf(rows: readonly Memory[]): ((one: Memory) => string) | undefined {
  const names = pathNames(rows.flatMap(({ project }) => project ?? []));
  const ownerOf = ({ project, agent }: Memory): string =>
    [agent && `agent ${agent}`, project && names.get(project)].filter(Boolean).join(" in ") || "everywhere";
  return new Set(rows.map(ownerOf)).size > 1 ? ownerOf : undefined;
}

function listed(rows: readonly Memory[], withHistory: boolean): string {
  const ownerOf = ownersOf(rows);
  if (withHistory) return rows.map((one) => entry(one, ownerOf?.(one))).join("\n");
  const owner = ownerOf && { "PROJECT OR AGENT": ownerOf };
  return tableOf(rows, { MEMORY: "id", KIND: "kind", AGE: "createdAt", ...owner, CONTENT: "content" });
}

/** The default length of a list for people. */
const MOST_LISTED = 50;

/** The newest memories, and how to see the others. */
function newest(rows: readonly Memory[], { limit, history }: Asked): string {
  const shownAs = (some: readonly Memory[]) => listed(some, Boolean(history));
  const more = limit === undefined ? rows.length - MOST_LISTED : 0;
  if (more <= 0) return shownAs(rows);
  const how = `… and ${more} more: \`--limit ${rows.length}\` shows them, \`--project\`, \`--agent\` and \`--kind\` filter them.`;
  return `${shownAs(rows.slice(0, MOST_LISTED))}\n${colors.dim(wrap(how))}`;
}

/** `It replaces Y: port: 8080 → 9090`, one line each. */
const placesTaken = ({ supersedes = [] }: Remembered): string =>
  supersedes.map(({ id, why }, at) => `${at === 0 ? " It replaces" : "\nAnd"} ${id}: ${excerpt(why)}`).join("");

/** Other memories on the same subject: the person knows which no longer hold. */
function relatedLines({ related = [] }: Remembered): string {
  if (related.length === 0) return "";
  const lines = related.map(({ id, content, createdAt }) =>
    wrap(`  ${shortId(id)}  ${age(createdAt)}: ${excerpt(content)}`, "    "),
  );
  return ["\nOn the same subject, still current (`--supersedes ID` ends one):", ...lines].join("\n");
}

const others = (title: string, rows: readonly Memory[]): string =>
  rows.length === 0 ? "" : `\n\n${title}\n${rows.map((one) => entry(one)).join("\n")}`;

function wholeHistory(one: AnswerOf<"memories.show">): string {
  const head = facts({
    Memory: one.id,
    Kind: one.kind,
    State: one.forgottenAt !== null ? "forgotten" : one.supersededBy !== null ? "superseded" : "holds",
    Agent: one.agent,
    Project: one.project && tilde(one.project),
    Source: one.source,
    Session: one.sessionId,
    Remembered: when(one.createdAt),
    "Last used": one.lastUsedAt === null ? "never" : when(one.lastUsedAt),
    Superseded: one.supersededAt && when(one.supersededAt),
    Forgotten: one.forgottenAt && when(one.forgottenAt),
    Why: one.supersededWhy && excerpt(one.supersededWhy),
  });
  const words = one.forgottenAt === null ? wrap(one.content) : "Its text is deleted.";
  return `${head}\n\n${words}${others("It replaced:", one.supersedes)}${others("Replaced by:", one.succeededBy)}`;
}

function recalled(one: AnswerOf<"recall">[number]): string {
  const { id, content, kind, createdAt, source, score, newer, ended, explanation, wholeTokens } = one;
  const words = wrap(`${score.toFixed(2)}  ${excerpt(content)}`, "      ");
  const cut = wholeTokens === undefined ? "" : `; cut to fit, ${wholeTokens} tokens in full`;
  const older = newer === undefined ? "" : `; older than ${shortId(newer)} on the same subject`;
  const over = ended === undefined ? "" : `; says what was ${ended} since`;
  const what = `${kind === "rule" ? "" : `${shortId(id)}: `}${kind}, ${age(createdAt)}, ${source}`;
  const origin = wrap(`      ${what}${over}${older}${cut}`, "      ");
  const why = explanation ? `\n${wrap(`      ${explanationText(explanation)}`, "      ")}` : "";
  return `${words}\n${colors.dim(origin + why)}`;
}

export const memoryRenderers: Renderers = {
  remember: (one) =>
    `${one.wasKnown ? "Already known" : "Remembered"} as ${one.id}.${placesTaken(one)}${relatedLines(one)}`,
  "memories.edit": (one) =>
    one.changed ? `Remembered as ${one.id}.${placesTaken(one)}` : `Nothing changed: ${one.id} already says that.`,
  "memories.show": wholeHistory,
  forget: ({ id, alsoForgotten }) =>
    `Forgot ${id}.${alsoForgotten ? `\nAlso forgot what it had replaced: ${alsoForgotten.join(", ")}.` : ""}`,
  recall: orNone("Nothing found.", (rows) => rows.map(recalled).join("\n")),
  "memories.list": (rows, asked) => (rows.length === 0 ? "Nothing remembered yet." : newest(rows, asked)),
  recover: ({ text, reason }) => text || sentence(reason),
};
