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
import type { StateUpdate } from "./state.ts";

const LONGEST = 300;
/** The middle of a very long text was pasted, so only both ends are read. */
const READ_AT_EACH_END = 3000;
const ANSWER_WORDS = 8;

const read = (text: string): string[] => sentences(redact(bothEnds(text, READ_AT_EACH_END)));
const line = (text: string): string => oneLine(text, LONGEST);

/**
 * Extracts requests, decisions, corrections and preferences from a prompt. `before` is the agent's last reply: a short
 * answer means nothing without its question. `isFirst`: a rule in the first prompt of the work is also its request.
 */
export function extractState(prompt: string, before: string | undefined, isFirst: boolean): StateUpdate {
  const statements = read(prompt).filter((one) => !isQuestion(one) && !isCourtesy(one));
  const asked = read(before ?? "").at(-1);
  const isAnswer = asked !== undefined && isQuestion(asked) && prompt.trim().split(/\s+/).length <= ANSWER_WORDS;
  if (isAnswer && statements.length === 1)
    return { request: "", decisions: [line(`${asked} → ${statements[0]}`)], corrections: [], preferences: [] };
  const corrections = statements.filter(soundsLikeCorrection);
  const decisions = statements.filter((one) => !corrections.includes(one) && soundsLikeDecision(one));
  const isRule = (one: string): boolean =>
    !corrections.includes(one) && !decisions.includes(one) && soundsLikeRule(one);
  const rules = statements.filter(isRule);
  // A request comes first; a decision may follow it after a semicolon.
  const openings = statements.map((one) => one.split(/[;；]\s?/u)[0] ?? "");
  const isRequest = (text: string): boolean =>
    !soundsLikeCorrection(text) && !soundsLikeDecision(text) && (isFirst || !soundsLikeRule(text));
  const request = line(openings.find(isRequest) ?? "");
  return {
    request,
    opening: isFirst && request !== "" ? line(read(prompt).join(" ")) : undefined,
    decisions: decisions.map(line),
    corrections: corrections.map(line),
    preferences: rules.map(line),
  };
}
