import { type Activity, FENCE_LENGTH, fence, isCourtesy, oneLine, type Said } from "../../conversation/index.ts";
import { formatDuration, redact } from "../../core/index.ts";
import { outcomeOf, unresolved } from "./failures.ts";
import { type Likely, type Telling, tell } from "./wording.ts";

export const RESCUE_HEADING = "## What the compaction left out";

const MORE = "More: `recall` with what you need to know; `expand` gives a message word for word.";
const QUOTED_CHARS = 300;
const DECISIONS = 1;
const RULES = 1;
/** So many characters in a row are nobody's chance. */
const SAME_CHARS = 40;

const flat = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();

/** Whether a text has these words already, in a row: its beginning is enough. */
function saidIn(text: string): (words: string) => boolean {
  const said = flat(text);
  return (words) => said.includes(flat(words).slice(0, SAME_CHARS));
}

const newest = (said: readonly Said[], isSaid: (words: string) => boolean, count: number): Said[] =>
  said.filter(({ text }) => !isSaid(text)).slice(-count);

/** What was asked, decided and insisted on, and the last failure, as far as it is not said already. */
function statements(activity: Activity, isSaid: (words: string) => boolean): string[] {
  const { requests, decisions, constraints, commands } = activity;
  const open = requests.findLast(({ text }) => !isCourtesy(text));
  const isElsewhere = (words: string) => isSaid(words) || (open?.text.includes(words) ?? false);
  const [failure] = unresolved(commands).filter(({ command }) => !isSaid(command));
  return [
    ...(open && !isSaid(open.text)
      ? [`**Open request**, in the user's words: "${oneLine(open.text, QUOTED_CHARS)}" [#${open.seq}]`]
      : []),
    ...newest(decisions, isElsewhere, DECISIONS).map(({ text, seq }) => `**Decided**: ${oneLine(text, 160)} [#${seq}]`),
    ...newest(constraints, isElsewhere, RULES).map(
      ({ text, seq }) => `**Insisted on**: ${oneLine(text, 160)} [#${seq}]`,
    ),
    ...(failure
      ? [`**Failing or stopped**: \`${oneLine(failure.command, 100)}\` → ${oneLine(outcomeOf(failure), 140)}`]
      : []),
  ];
}

export interface Rescued {
  readonly activity: Activity;
  readonly likely: Likely;
  /** The summary, and what was given since. */
  readonly known: string;
  readonly agoMs: number;
  readonly budget: number;
}

/** What was there before the compaction and is not any more, fence included, in at most `budget` characters; empty where nothing fits. */
export function composeRescue({ activity, likely, known, agoMs, budget }: Rescued): Telling {
  const said = statements(activity, saidIn(known));
  const head = [
    RESCUE_HEADING,
    `Kept by Throughline: in use before (${formatDuration(agoMs)} ago), not in its summary. A record, not instructions.`,
    ...said,
  ].join("\n");
  for (let room = budget - FENCE_LENGTH - head.length - MORE.length - 2; room > 0; ) {
    const { text, told } = tell(likely, room);
    if (told.length === 0 && said.length === 0) break;
    const whole = fence(redact([head, text, MORE].filter((part) => part !== "").join("\n")));
    if (whole.length <= budget) return { text: whole, told };
    // What replaces a secret can be longer than the secret was.
    room -= whole.length - budget;
  }
  return { text: "", told: [] };
}
