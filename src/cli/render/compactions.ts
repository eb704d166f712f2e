import type { AnswerOf } from "../../operations/index.ts";
import { facts, wrap } from "../terminal.ts";
import { listing, percent, type Renderers, section, when } from "./words.ts";

type Account = AnswerOf<"compactions.show">;

const chars = (count: number | null): string => (count ? `${count} characters` : "none");
const short = (count: number | null): string => (count ? `${count} chars` : "none");

/** Items shown of each group; the JSON has all. */
const SHOWN = 40;

function group(title: string, things: Account["kept"]): string[] {
  const more = things.length > SHOWN ? ` … ${things.length - SHOWN} more` : "";
  const values = things.slice(0, SHOWN).map(({ kind, value }) => (kind === "command" ? `\`${value}\`` : value));
  return section(
    `${title} (${things.length})`,
    things.length === 0 ? [] : [wrap(`  ${values.join(", ")}${more}`, "  ")],
  );
}

/** What the summary dropped is known only once it is read, so part of it is given back later. */
function givenBack({ givenAt, givenChars }: Account): string {
  if (givenAt !== null) return chars(givenChars);
  const rest = "comes with the next prompt or tool call";
  return givenChars === 0 ? `not yet: it ${rest}` : `${chars(givenChars)} so far; more ${rest}`;
}

function shown(one: Account): string {
  const { needed } = one;
  return [
    facts({
      Compaction: one.id,
      Session: one.sessionId,
      When: when(one.happenedAt),
      Trigger: one.trigger,
      Summary: chars(one.summaryChars),
      "Given back": givenBack(one),
      Score: one.score === null ? null : `${percent(one.score)} of the dropped items that were needed were given back`,
    }),
    ...group("The summary kept", one.kept),
    ...group("The summary dropped", one.dropped),
    ...group("Given back", one.told),
    ...(needed
      ? [
          ...group("Needed afterwards, from the summary", needed.kept),
          ...group("Needed afterwards, from what was given back", needed.told),
          ...group("Needed afterwards, and missing", needed.missed),
        ]
      : ["", "What the agent needed afterwards is shown after ten more tool calls."]),
    ...section("The text", one.given === "" ? [] : [wrap(one.given, "")]),
  ].join("\n");
}

const NONE =
  "No compaction was captured live. `throughline sessions timeline SESSION` shows those of imported histories.";

export const compactionRenderers: Renderers = {
  "compactions.list": listing(NONE, {
    COMPACTION: "id",
    AGE: "happenedAt",
    TRIGGER: "trigger",
    SUMMARY: ({ summaryChars }) => short(summaryChars),
    "GIVEN BACK": ({ givenChars }) => short(givenChars),
    SCORE: ({ score }) => percent(score),
    SESSION: "sessionId",
  }),
  "compactions.show": shown,
};
