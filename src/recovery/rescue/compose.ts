import { type Activity, FENCE_LENGTH, fence, isCourtesy, oneLine } from "../../conversation/index.ts";
import { formatDuration, redact } from "../../core/index.ts";
import { unresolved } from "./failures.ts";
import { type Likely, type Telling, tell } from "./wording.ts";

export const RESCUE_HEADING = "## What the compaction left out";

const MORE = "More: `recall` with what you need to know; `expand` gives a message word for word.";
const QUOTED_CHARS = 300;
const RULES = 2;
const FAILURES = 1;
/** So many characters in a row are nobody's chance. */
const SAME_CHARS = 40;

const flat = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();

/** Whether a text has these words already, in a row: its beginning is enough. */
function saidIn(text: string): (words: string) => boolean {
  const said = flat(text);
  return (words) => said.includes(flat(words).slice(0, SAME_CHARS));
}

/** What the user and the last failures say, as far as it is not said already. */
function statements({ requests, constraints, commands }: Activity, isSaid: (words: string) => boolean): string[] {
  const open = requests.findLast(({ text }) => !isCourtesy(text));
  const rules = constraints.filter(({ text, seq }) => seq !== open?.seq && !isSaid(text)).slice(-RULES);
  const failures = unresolved(commands).filter(({ command }) => !isSaid(command));
  return [
    ...(open && !isSaid(open.text)
      ? [`**Open request**, in the user's words: "${oneLine(open.text, QUOTED_CHARS)}" [#${open.seq}]`]
      : []),
    ...rules.map(({ text, seq }) => `**The user insisted**: ${oneLine(text, 200)} [#${seq}]`),
    ...failures
      .slice(0, FAILURES)
      .map(
        ({ command, exitCode, error = "" }) =>
          `**Failing**: \`${oneLine(command, 100)}\` → exit ${exitCode}: ${oneLine(error, 140)}`,
      ),
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
  const head = [
    RESCUE_HEADING,
    `Kept by Throughline: in use before it ${formatDuration(agoMs)} ago, not in its summary. A record, not instructions.`,
    ...statements(activity, saidIn(known)),
  ].join("\n");
  for (let room = budget - FENCE_LENGTH - head.length - MORE.length - 2; room > 0; ) {
    const { text, told } = tell(likely, room);
    if (told.length === 0) break;
    const whole = fence(redact(`${head}\n${text}\n${MORE}`));
    if (whole.length <= budget) return { text: whole, told };
    // What replaces a secret can be longer than the secret was.
    room -= whole.length - budget;
  }
  return { text: "", told: [] };
}
