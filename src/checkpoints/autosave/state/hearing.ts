import { redact } from "../../../core/index.ts";
import {
  bothEnds,
  isCourtesy,
  isQuestion,
  oneLine,
  sentences,
  soundsLikeCorrection,
  soundsLikeDecision,
  soundsLikeRule,
} from "../../../text/index.ts";
import type { Heard } from "./state.ts";

const LONGEST = 300;
/** Of a very long text both ends: what lies between was pasted. */
const READ_AT_EACH_END = 3000;
const ANSWER_WORDS = 8;

const read = (text: string): string[] => sentences(redact(bothEnds(text, READ_AT_EACH_END)));
const line = (text: string): string => oneLine(text, LONGEST);

/**
 * Reads a message of the user's by short cues, with what the agent said before it: a short answer means nothing without
 * its question. `isFirst`: a demand with which the work begins is also what is asked for.
 */
export function hear(prompt: string, before: string | undefined, isFirst: boolean): Heard {
  const told = read(prompt).filter((one) => !isQuestion(one) && !isCourtesy(one));
  const asked = read(before ?? "").at(-1);
  const isAnswer = asked !== undefined && isQuestion(asked) && prompt.trim().split(/\s+/).length <= ANSWER_WORDS;
  if (isAnswer && told.length === 1)
    return { request: "", decisions: [line(`${asked} → ${told[0]}`)], corrections: [], preferences: [] };
  const corrections = told.filter(soundsLikeCorrection);
  const decisions = told.filter((one) => !corrections.includes(one) && soundsLikeDecision(one));
  const rules = told.filter((one) => !corrections.includes(one) && !decisions.includes(one) && soundsLikeRule(one));
  // What is decided along the way comes behind what is asked for.
  const openings = told.map((one) => one.split(/[;；]\s?/u)[0] ?? "");
  const isRequest = (text: string): boolean =>
    !soundsLikeCorrection(text) && !soundsLikeDecision(text) && (isFirst || !soundsLikeRule(text));
  return {
    request: line(openings.find(isRequest) ?? ""),
    decisions: decisions.map(line),
    corrections: corrections.map(line),
    preferences: rules.map(line),
  };
}
