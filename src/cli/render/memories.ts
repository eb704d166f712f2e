import { type AnswerOf, explanationText } from "../../operations/index.ts";
import { colors, excerpt, facts, shortId, tilde, wrap } from "../terminal.ts";
import { entry, type Memory } from "./memory-entry.ts";
import { memoryEntries, memoryTable, newest } from "./memory-list.ts";
import { age, orNone, type Renderers, when } from "./words.ts";

type Remembered = AnswerOf<"remember">;

/** `It replaces Y: port: 8080 → 9090`, one line each. */
const placesTaken = ({ supersedes = [] }: Remembered): string =>
  supersedes.map(({ id, why }, at) => `${at === 0 ? " It replaces" : "\nAnd"} ${id}: ${excerpt(why)}`).join("");

/** Other memories on the same subject: the person knows which no longer hold. */
const relatedLines = ({ related = [] }: Remembered): string =>
  related.length === 0
    ? ""
    : `\nOn the same subject, still current (\`--supersedes ID\` ends one):\n${related
        .map(({ id, content, createdAt }) => wrap(`  ${shortId(id)}  ${age(createdAt)}: ${excerpt(content)}`, "    "))
        .join("\n")}`;

const section = (title: string, rows: readonly Memory[]): string =>
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
  return `${head}\n\n${words}${section("It replaced:", one.supersedes)}${section("Replaced by:", one.succeededBy)}`;
}

export const memoryRenderers: Renderers = {
  remember: (one) =>
    `${one.wasKnown ? "Already known" : "Remembered"} as ${one.id}.${placesTaken(one)}${relatedLines(one)}`,
  "memories.edit": (one) =>
    one.changed ? `Remembered as ${one.id}.${placesTaken(one)}` : `Nothing changed: ${one.id} already says that.`,
  "memories.show": wholeHistory,
  forget: ({ id, alsoForgotten: others }) =>
    `Forgot ${id}.${others ? `\nAlso forgot what it had replaced: ${others.join(", ")}.` : ""}`,
  recall: (rows) =>
    orNone(rows, "Nothing found.", () =>
      rows
        .map(({ id, content, kind, createdAt, source, score, newer, ended, explanation, wholeTokens }) => {
          const words = wrap(`${score.toFixed(2)}  ${excerpt(content)}`, "      ");
          const cut = wholeTokens === undefined ? "" : `; cut to fit, ${wholeTokens} tokens in full`;
          const older = newer === undefined ? "" : `; older than ${shortId(newer)} on the same subject`;
          const over = ended === undefined ? "" : `; says what was ${ended} since`;
          const what = `${kind === "rule" ? "" : `${shortId(id)}: `}${kind}, ${age(createdAt)}, ${source}`;
          const origin = wrap(`      ${what}${over}${older}${cut}`, "      ");
          const why = explanation ? `\n${wrap(`      ${explanationText(explanation)}`, "      ")}` : "";
          return `${words}\n${colors.dim(origin + why)}`;
        })
        .join("\n"),
    ),
  "memories.list": (rows, asked) =>
    orNone(rows, "Nothing remembered yet.", () =>
      asked.history ? newest(rows, asked, memoryEntries) : newest(rows, asked, memoryTable),
    ),
  recover: ({ text, reason }) => text || reason,
};
