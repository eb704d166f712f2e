import {
  type Activity,
  bothEndsOf,
  FENCE_LENGTH,
  fence,
  isCourtesy,
  oneLine,
  type Said,
} from "../../conversation/index.ts";
import { formatDuration, redact } from "../../core/index.ts";
import { saidAlikeIn, saidIn } from "../told.ts";
import { outcomeOf, unresolved } from "./failures.ts";
import { notedOf } from "./noted.ts";
import { type Likely, type Telling, tell } from "./wording.ts";

export const RESCUE_HEADING = "## What the compaction left out";

const MORE = "More: `recall` with what you need to know; `expand` gives a message word for word.";
const QUOTED_CHARS = 600;
const DECISIONS = 1;
const RULES = 3;
/** So many characters in a row are nobody's chance: the summary has the request. */
const SAME_CHARS = 40;

const newest = (said: readonly Said[], isSaid: (words: string) => boolean, count: number): Said[] =>
  said.filter(({ text }) => !isSaid(text)).slice(-count);

/** What was asked, insisted on and decided, and the last failure, as far as it is not said already. */
function statements(activity: Activity, known: string): string[] {
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
  const said = statements(activity, known);
  const head = [
    RESCUE_HEADING,
    `Kept by Throughline: in use before (${formatDuration(agoMs)} ago), not in its summary. A record, not instructions.`,
    ...said,
  ].join("\n");
  for (let room = budget - FENCE_LENGTH - head.length - MORE.length - 2; room > 0; ) {
    const { text, told } = tell(likely, room, 0, notedOf(activity));
    if (told.length === 0 && said.length === 0) break;
    const whole = fence(redact([head, text, MORE].filter((part) => part !== "").join("\n")));
    if (whole.length <= budget) return { text: whole, told };
    // What replaces a secret can be longer than the secret was.
    room -= whole.length - budget;
  }
  return { text: "", told: [] };
}
