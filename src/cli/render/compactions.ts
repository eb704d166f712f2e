import type { AnswerOf } from "../../operations/index.ts";
import { colors, facts, shortId, table, wrap } from "../terminal.ts";
import { age, orNone, type Renderers, when } from "./words.ts";

type Account = AnswerOf<"compactions.show">;

const percent = (score: number | null): string => (score === null ? "" : `${Math.round(score * 100)} %`);
const chars = (count: number | null): string => (count ? `${count} characters` : "none");
const short = (count: number | null): string => (count ? `${count} chars` : "none");

/** Items shown of each group; the JSON has all. */
const SHOWN = 40;

function group(title: string, things: Account["kept"]): string[] {
  if (things.length === 0) return [];
  const more = things.length > SHOWN ? ` … ${things.length - SHOWN} more` : "";
  const values = things.slice(0, SHOWN).map(({ kind, value }) => (kind === "command" ? `\`${value}\`` : value));
  return ["", colors.bold(`${title} (${things.length})`), wrap(`  ${values.join(", ")}${more}`, "  ")];
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
    ...(one.given === "" ? [] : ["", colors.bold("The text"), wrap(one.given, "")]),
  ].join("\n");
}

const NONE =
  "No compaction was captured live. `throughline sessions timeline SESSION` shows those of imported histories.";

export const compactionRenderers: Renderers = {
  "compactions.list": (rows) =>
    orNone(rows, NONE, () =>
      table(
        ["COMPACTION", "AGE", "TRIGGER", "SUMMARY", "GIVEN BACK", "SCORE", "SESSION"],
        rows.map((one) => [
          shortId(one.id),
          ...[age(one.happenedAt), one.trigger, short(one.summaryChars), short(one.givenChars), percent(one.score)],
          shortId(one.sessionId),
        ]),
      ),
    ),
  "compactions.show": shown,
};
