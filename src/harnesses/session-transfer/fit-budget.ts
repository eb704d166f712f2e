import type { Call, Step } from "./session-writer.ts";
import type { Tally } from "./tally.ts";
import { toolCallText } from "./tool-call-text.ts";

/** What is left of a tool result that was cut. */
const CUT_RESULT_CHARS = 400;
/** One text may take this share of the whole. */
const LONGEST_SHARE = 0.25;
const BEFORE_THE_GAP = 0.7;

const GAP = (characters: number): string => `\n[… ${characters} characters left out by Throughline …]\n`;

/** A text's beginning and end, and how much is missing between. */
function cut(text: string, most: number): string {
  const head = text.slice(0, Math.ceil(most * BEFORE_THE_GAP)).replace(/[\uD800-\uDBFF]$/, "");
  const tail = text.slice(text.length - (most - head.length)).replace(/^[\uDC00-\uDFFF]/, "");
  return `${head}${GAP(text.length - head.length - tail.length)}${tail}`;
}

const inputChars = ({ input }: Call): number => (JSON.stringify(input) ?? "").length;
const sizeOf = (step: Step): number =>
  step.kind === "call" ? inputChars(step) + step.result.length : step.text.length;
const total = (steps: readonly Step[]): number => steps.reduce((sum, step) => sum + sizeOf(step), 0);

function shorten(step: Step, most: number, tally: Tally): Step {
  const why = `one text is limited to ${most} characters`;
  if (step.kind !== "call") {
    if (step.text.length <= most) return step;
    tally.add("the middle of long texts", why);
    return { ...step, text: cut(step.text, most) };
  }
  if (inputChars(step) > most) {
    tally.add("the middle of long texts", why);
    // Half an input is invalid: the call becomes text instead.
    return { kind: "record", text: cut(toolCallText(step, step.result), most), at: step.at };
  }
  if (step.result.length <= most) return step;
  tally.add("the middle of long texts", why);
  return { ...step, result: cut(step.result, most) };
}

/** Cuts tool results, the oldest first, until everything fits or all are cut. */
function withCutResults(steps: readonly Step[], budget: number, tally: Tally): Step[] {
  let over = total(steps) - budget;
  return steps.map((step) => {
    if (over <= 0) return step;
    const text = step.kind === "call" ? step.result : step.kind === "record" ? step.text : "";
    const less = cut(text, CUT_RESULT_CHARS);
    if (less.length >= text.length) return step;
    over -= text.length - less.length;
    tally.add("the middle of older tool results", `the whole is limited to about ${budget} characters`);
    return step.kind === "call" ? { ...step, result: less } : { ...step, text: less };
  });
}

/** Drops the oldest until the rest fits; a summary stays, because it replaces older messages. */
function withoutOldest(steps: readonly Step[], budget: number, tally: Tally): Step[] {
  let over = total(steps) - budget;
  return steps.filter((step) => {
    if (over <= 0 || step.kind === "summary") return true;
    over -= sizeOf(step);
    tally.add("the oldest messages", `the whole is limited to about ${budget} characters`);
    return false;
  });
}

/** The conversation within a number of characters: the newest whole, older tool results cut, the oldest left out. */
export function fitToBudget(steps: readonly Step[], budget: number, tally: Tally): Step[] {
  const longest = Math.floor(budget * LONGEST_SHARE);
  const each = steps.map((step) => shorten(step, longest, tally));
  return withoutOldest(withCutResults(each, budget, tally), budget, tally);
}
