import type { AnswerOf } from "../../operations/index.ts";
import { counted, howMany } from "../progress.ts";
import { colors, table, wrap } from "../terminal.ts";
import { warnings } from "./ledger.ts";
import { age, type Renderers } from "./words.ts";

type Report = AnswerOf<"ghosts">;
type Judged = Report["ghosts"][number];

const UNREAD_SHOWN = 5;

/** The first place, and the number of others. */
const places = ([first = "", ...more]: readonly string[]): string =>
  more.length > 0 ? `${first} +${more.length}` : first;

const about = ({ verdict, mentions, inTests }: Judged): string =>
  [verdict === "high_ambiguity" ? `check yourself: ${mentions} mentions` : "", inTests ? "only tests name it" : ""]
    .filter((part) => part !== "")
    .join("; ");

const listed = (ghosts: readonly Judged[]): string =>
  table(
    ["GHOST", "VERDICT", "KIND", "PROMISED AT", "", "PROMISE"],
    ghosts.map((one) => [
      ...[one.id, one.verdict === "confirmed" ? colors.red("ghost") : colors.yellow("unsure")],
      ...[one.kind, places(one.promisedAt), about(one), one.promise],
    ]),
  );

const acceptedOnes = (accepted: Report["accepted"]): string =>
  table(
    ["ACCEPTED", "BY", "AGE", "WHY", "PROMISE"],
    accepted.map((one) => [...[one.id, one.by, age(one.at), one.reason], one.promise]),
  );

const TO_CHECK_SHOWN = 20;

function toCheckLines({ toCheck }: Report): string[] {
  if (toCheck.length === 0) return [];
  const shown = toCheck.slice(0, TO_CHECK_SHOWN);
  const more = toCheck.length - shown.length;
  return [
    table(
      ["TO CHECK", "PROMISED AT", "PROMISE"],
      shown.map(({ kind, promisedAt, promise }) => [kind, places(promisedAt), promise]),
    ),
    ...(more > 0 ? [`and ${counted(more)} more to check; \`--json\` lists them all`] : []),
  ];
}

function unreadLines({ unread, cut }: Report): string[] {
  const shown = unread.slice(0, UNREAD_SHOWN).map(({ path, why }) => `  ${path}: ${why}`);
  const more = unread.length - shown.length;
  return [
    ...(unread.length > 0 ? [colors.yellow(`${howMany(unread.length, "file")} could not be read:`)] : []),
    ...shown,
    ...(more > 0 ? [`  and ${counted(more)} more`] : []),
    ...cut.map((words) => colors.yellow(`Not everything was checked: ${words}.`)),
  ];
}

function outcome({ documents, lookedFor, codeFiles, promises, ghosts }: Report): string {
  if (documents.length === 0)
    return wrap(
      `No documents were found${lookedFor === null ? "" : `: looked for ${lookedFor}`}. Name them: throughline ghosts PATH…`,
    );
  if (promises === 0) return `No searchable promises in ${howMany(documents.length, "document")}.`;
  if (codeFiles === 0) return `No code to search for ${howMany(promises, "promise")}.`;
  const searched = `${howMany(promises, "promise")} in ${howMany(documents.length, "document")}, ${howMany(codeFiles, "file")} of code`;
  return ghosts.length === 0
    ? `No ghosts: ${searched}.`
    : `${howMany(ghosts.length, "ghost")} of ${searched}. \`--json\` shows the searches.`;
}

export const ghostRenderers: Renderers = {
  "ghosts.accept": ({ id, promise, accepted, by, behind }) => {
    const outcome = accepted ? `is accepted, by ${by}` : "is no longer accepted";
    return [wrap(`Ghost ${id} ("${promise}") ${outcome}.`), ...warnings({ behind })].join("\n");
  },
  ghosts: (found) =>
    [
      ...(found.ghosts.length > 0 ? [listed(found.ghosts)] : []),
      ...(found.accepted.length > 0 ? [acceptedOnes(found.accepted)] : []),
      ...toCheckLines(found),
      ...unreadLines(found),
      outcome(found),
    ].join("\n"),
};
