import { type Activity, bothEndsOf, isCourtesy, oneLine, type Said } from "../conversation/index.ts";
import { outcomeOf, unresolved } from "./rescue/index.ts";
import { saidAlikeIn, saidIn } from "./told.ts";

const QUOTED_CHARS = 600;
const DECISIONS = 1;
const RULES = 3;
/** So many characters in a row are nobody's chance: the summary has the request. */
const SAME_CHARS = 40;

const newest = (said: readonly Said[], isSaid: (words: string) => boolean, count: number): Said[] =>
  said.filter(({ text }) => !isSaid(text)).slice(-count);

/** What was asked, insisted on and decided, and the last failure, as far as it is not said already. */
export function statements(activity: Activity, known: string): string[] {
  const { requests, decisions, constraints, commands } = activity;
  const open = requests.findLast(({ text }) => !isCourtesy(text));
  const asked =
    open && !saidIn(known, SAME_CHARS)(open.text)
      ? [`**Open request**, in the user's words: "${bothEndsOf(open.text, QUOTED_CHARS)}" [#${open.seq}]`]
      : [];
  const told = [known, ...asked].join("\n");
  const rules = newest(constraints, saidIn(told), RULES);
  const isSaid = saidAlikeIn([told, ...rules.map(({ text }) => text)].join("\n"));
  const [failure] = unresolved(commands).filter(({ command }) => !saidIn(known, SAME_CHARS)(command));
  return [
    ...asked,
    ...rules.map(({ text, seq }) => `**Insisted on**: ${oneLine(text, 160)} [#${seq}]`),
    ...newest(decisions, isSaid, DECISIONS).map(({ text, seq }) => `**Decided**: ${oneLine(text, 160)} [#${seq}]`),
    ...(failure
      ? [`**Failing or stopped**: \`${oneLine(failure.command, 100)}\` → ${oneLine(outcomeOf(failure), 140)}`]
      : []),
  ];
}
