import { z } from "zod";
import { colours, excerpt, facts, shortId, tilde, wrap } from "../terminal.ts";
import { entry, type Kept, kept, type Memory, memory } from "./memory-entry.ts";
import { memoryEntries, memoryTable, newest } from "./memory-list.ts";
import { age, orNone, type Renderers, when } from "./words.ts";

const remembered = memory.extend({
  supersedes: z.array(z.object({ id: z.string(), why: z.string() })).default([]),
  wasKnown: z.boolean().default(false),
  related: z.array(memory).default([]),
});

const shown = kept.extend({
  sessionId: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  supersedes: z.array(kept),
  succeededBy: z.array(kept),
});

/** `It takes the place of Y: port: 8080 → 9090`, a line for each. */
const placesTaken = (supersedes: readonly { id: string; why: string }[]): string =>
  supersedes
    .map(({ id, why }, at) => `${at === 0 ? " It takes the place" : "\nAnd"} of ${id}: ${excerpt(why)}`)
    .join("");

/** What else holds about the same subject: the person knows which no longer does. */
const relatedLines = (related: readonly Memory[]): string =>
  related.length === 0
    ? ""
    : `\nAbout the same, and still held (\`--supersedes ID\` ends one):\n${related
        .map(({ id, content, createdAt }) => wrap(`  ${shortId(id)}  ${age(createdAt)}: ${excerpt(content)}`, "    "))
        .join("\n")}`;

const section = (title: string, rows: readonly Kept[]): string =>
  rows.length === 0 ? "" : `\n\n${title}\n${rows.map((one) => entry(one)).join("\n")}`;

function wholeHistory(value: unknown): string {
  const one = shown.parse(value);
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
  const words = one.forgottenAt === null ? wrap(one.content) : "Its words are gone.";
  return `${head}\n\n${words}${section("It took the place of:", one.supersedes)}${section("What took its place:", one.succeededBy)}`;
}

/** What made a score, the strongest first. */
const parts = (explanation: Readonly<Record<string, number>>): string =>
  Object.entries(explanation)
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .map(([name, value]) => `${name} ${value > 0 ? "+" : ""}${value.toFixed(2)}`)
    .join(", ");

export const memoryRenderers: Renderers = {
  remember: (value) => {
    const { id, supersedes, wasKnown, related } = remembered.parse(value);
    return `${wasKnown ? "Known already" : "Remembered"} as ${id}.${placesTaken(supersedes)}${relatedLines(related)}`;
  },
  "memories.edit": (value) => {
    const { id, supersedes, changed } = remembered.extend({ changed: z.boolean() }).parse(value);
    return changed ? `Remembered as ${id}.${placesTaken(supersedes)}` : `Nothing changed: ${id} says that already.`;
  },
  "memories.show": wholeHistory,
  forget: (value) => {
    const { id, alsoForgotten } = z
      .object({ id: z.string(), alsoForgotten: z.array(z.string()).default([]) })
      .parse(value);
    const others =
      alsoForgotten.length > 0 ? `\nWith it went what it had taken the place of: ${alsoForgotten.join(", ")}.` : "";
    return `Forgot ${id}.${others}`;
  },
  recall: (value) => {
    const rows = z.array(memory).parse(value);
    return orNone(rows, "Nothing found.", () =>
      rows
        .map(({ id, content, kind, createdAt, source, score = 0, newer, explanation, wholeTokens }) => {
          const words = wrap(`${score.toFixed(2)}  ${excerpt(content)}`, "      ");
          const cut = wholeTokens === undefined ? "" : `; cut to fit, whole it takes ${wholeTokens} tokens`;
          const older = newer === undefined ? "" : `; older than ${shortId(newer)} on the same subject`;
          const origin = wrap(`      ${shortId(id)}: ${kind}, ${age(createdAt)}, ${source}${older}${cut}`, "      ");
          const why = explanation ? `\n${wrap(`      ${parts(explanation)}`, "      ")}` : "";
          return `${words}\n${colours.dim(origin + why)}`;
        })
        .join("\n"),
    );
  },
  "memories.list": (value, asked) => {
    const rows = z.array(memory).parse(value);
    const withPast = z.array(kept).safeParse(value);
    return orNone(rows, "Nothing remembered yet.", () =>
      withPast.success ? newest(withPast.data, asked, memoryEntries) : newest(rows, asked, memoryTable),
    );
  },
  recover: (value) =>
    z
      .object({ text: z.string(), reason: z.string() })
      .transform((one) => one.text || one.reason)
      .parse(value),
};
