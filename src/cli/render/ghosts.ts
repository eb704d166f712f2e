import type { AnswerOf } from "../../operations/index.ts";
import { counted, howMany } from "../progress.ts";
import { colors, wrap } from "../terminal.ts";
import { warnings } from "./ledger.ts";
import { type Columns, firstOf, type Renderers, tableOf } from "./words.ts";

type Report = AnswerOf<"ghosts">;
type Judged = Report["ghosts"][number];

const UNREAD_SHOWN = 5;
const TO_CHECK_SHOWN = 20;

/** The first place, and the number of others. */
const places = ([first = "", ...more]: readonly string[]): string =>
  more.length > 0 ? `${first} +${more.length}` : first;

const about = ({ verdict, mentions, inTests }: Judged): string =>
  [verdict === "high_ambiguity" ? `check yourself: ${mentions} mentions` : "", inTests ? "only tests name it" : ""]
    .filter((part) => part !== "")
    .join("; ");

const GHOSTS: Columns<Judged> = {
  GHOST: ({ id }) => id,
  VERDICT: ({ verdict }) => (verdict === "confirmed" ? colors.red("ghost") : colors.yellow("unsure")),
  KIND: "kind",
  "PROMISED AT": ({ promisedAt }) => places(promisedAt),
  "": about,
  PROMISE: "promise",
};

const ACCEPTED: Columns<Report["accepted"][number]> = {
  ACCEPTED: ({ id }) => id,
  BY: "by",
  AGE: "at",
  WHY: "reason",
  PROMISE: "promise",
};

const TO_CHECK: Columns<Report["toCheck"][number]> = {
  "TO CHECK": "kind",
  "PROMISED AT": ({ promisedAt }) => places(promisedAt),
  PROMISE: "promise",
};

const tableIfAny = <Row>(rows: readonly Row[], columns: Columns<Row>): string[] =>
  rows.length > 0 ? [tableOf(rows, columns)] : [];

const toCheckLines = ({ toCheck }: Report): string[] => [
  ...tableIfAny(toCheck.slice(0, TO_CHECK_SHOWN), TO_CHECK),
  ...(toCheck.length > TO_CHECK_SHOWN
    ? [`and ${counted(toCheck.length - TO_CHECK_SHOWN)} more to check; \`--json\` lists them all`]
    : []),
];

const unreadLines = ({ unread, cut }: Report): string[] => [
  ...(unread.length > 0 ? [colors.yellow(`${howMany(unread.length, "file")} could not be read:`)] : []),
  ...firstOf(
    unread,
    UNREAD_SHOWN,
    ({ path, why }) => `  ${path}: ${why}`,
    (more) => `  and ${counted(more)} more`,
  ),
  ...cut.map((words) => colors.yellow(`Not everything was checked: ${words}.`)),
];

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
      ...tableIfAny(found.ghosts, GHOSTS),
      ...tableIfAny(found.accepted, ACCEPTED),
      ...toCheckLines(found),
      ...unreadLines(found),
      outcome(found),
    ].join("\n"),
};
