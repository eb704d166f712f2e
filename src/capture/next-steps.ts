import {
  isCourtesy,
  isQuestion,
  oneLine,
  prose,
  saysNothing,
  soundsLikeNextStep,
  withoutEmphasis,
  written,
} from "../text/index.ts";
import { activityOf, type CommandRun, type Spoken } from "./activity.ts";

/* The next steps of a piece of work, read from the conversation. */

const LONGEST = 400;
const LONGEST_COMMAND = 160;
const MOST_STEPS = 8;
const REPLIES_READ = 3;

/** `## Next steps`, `**Next:** run it`, `To do:`: a few words that are marked as a label, and the text after them. */
const LABEL =
  /^\s*(?:[-*+•]\s+)?(?:(#{1,6}\s+|\*\*|__)?([^:：*_#`.!?。]{2,36}?)(?:\*\*|__)?\s*[:：](?:\*\*|__)?(?:\s+|$|(?<=：))|(?:#{1,6}\s+|\*\*|__)([^:：*_#`.!?。]{2,36}?)(?:\*\*|__)?\s*$)(.*)$/u;
const LABEL_WORDS = 4;
const ITEM = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+(?:\[ \]\s*)?(.+)$/;

/** The text after a label that announces steps; undefined where the line has no such label. */
function labelled(line: string): string | undefined {
  const [, , inline, heading, rest = ""] = LABEL.exec(line) ?? [];
  const label = inline ?? heading;
  if (label === undefined || label.trim().split(/\s+/).length > LABEL_WORDS) return undefined;
  return soundsLikeNextStep(label) ? withoutEmphasis(rest) : undefined;
}

/** The steps after or below the last label that announces some. */
function labelledSteps(text: string): string[] {
  const lines = prose(text).split("\n");
  const at = lines.findLastIndex((line) => labelled(line) !== undefined);
  if (at < 0) return [];
  const after = labelled(lines[at] ?? "") ?? "";
  if (after !== "") return [after];
  const below: string[] = [];
  for (const line of lines.slice(at + 1)) {
    const item = ITEM.exec(line)?.[1];
    if (item !== undefined) below.push(withoutEmphasis(item));
    // Without a list, it is the paragraph below.
    else if (line.trim() !== "" && below.length === 0 && !/^\s*#/.test(line)) return [withoutEmphasis(line)];
    else if (line.trim() !== "") break;
  }
  return below;
}

const CLAUSE = /;\s+|\s[–—]\s|(?<=\p{Extended_Pictographic}\uFE0F?)\s+/u;
/** Words before the step itself. */
const LEAD =
  /^(?:(?:so|and|now|then|next)[,:]?\s+)*(?:(?:let me|(?:I|we)(?:['’]ll| will|(?: still)? (?:need|have) to))\s+(?:now\s+|then\s+|next\s+)?)?/i;
const CALLED_NEXT = /^(?:(?:my|the|our) next step (?:is|would be) (?:to )?|next, )/i;
/** A clause counts as a step only if it names something that can be looked up. */
const NAMES_SOMETHING = /`[^`\s][^`]*`|[\w-]\/[\w-]|\w\.[a-z]{1,5}\b/;

/** The last clause that announces a step and names something, without the words before the step. */
function announcedIn(text: string): string[] {
  const clauses = written(text).flatMap((one) => withoutEmphasis(one.text).split(CLAUSE));
  const isStep = (clause: string): boolean =>
    soundsLikeNextStep(clause) && !isQuestion(clause) && (NAMES_SOMETHING.test(clause) || CALLED_NEXT.test(clause));
  const found = clauses.findLast(isStep)?.trim();
  const step = found === undefined ? "" : (labelled(found) ?? found.replace(CALLED_NEXT, "").replace(LEAD, ""));
  return step === "" ? [] : [`${step.charAt(0).toUpperCase()}${step.slice(1)}`];
}

/** The next steps in a text: those of a label, or the one that it announces. */
export function nextStepsIn(text: string): string[] {
  const steps = labelledSteps(text).filter((step) => !saysNothing(step) && !isCourtesy(step));
  return (steps.length > 0 ? steps : announcedIn(text)).map((step) => oneLine(step, LONGEST)).slice(0, MOST_STEPS);
}

/** A prompt that asks to keep the work rather than to do it. */
const ABOUT_SAVING = /\bcheckpoints?\b|\bsave (?:my|your|our|the|this) (?:place|state|work|progress|session)\b/i;

/** The user's requests in their words, without courtesies and talk about saving. */
export const requestsIn = (messages: readonly Spoken[]): string[] =>
  messages.flatMap(({ kind, content }) => {
    const words = kind === "prompt" ? prose(content).trim() : "";
    return words === "" || isCourtesy(content) || ABOUT_SAVING.test(words) ? [] : [words];
  });

function fixing({ command, exitCode, error }: CommandRun): string {
  const code = exitCode === undefined ? "" : `exit ${exitCode}: `;
  return `Fix the failure, then rerun \`${oneLine(command, LONGEST_COMMAND)}\`: ${code}${error}`;
}

/** The agent's last announced steps: in its last replies, or in any since the last request. */
function statedSteps(messages: readonly Spoken[], runs: readonly CommandRun[]): string[] {
  const isReply = ({ kind, role }: Spoken) => kind === "text" && role === "assistant";
  const asked = messages.findLastIndex((message) => requestsIn([message]).length > 0);
  const replies = messages.map((message, at) => ({ message, at })).filter(({ message }) => isReply(message));
  const recent = replies.slice(-REPLIES_READ);
  for (const reply of replies.filter((one) => one.at > asked || recent.includes(one)).reverse()) {
    const { content, seq = reply.at + 1 } = reply.message;
    const since = runs.filter((run) => run.seq > seq);
    const open = nextStepsIn(content).filter((step) => !since.some(({ command }) => step.includes(command)));
    if (open.length > 0) return open;
  }
  return [];
}

/** The next steps after a range of messages: the announced ones, what still fails, or the last request. */
export function nextStepsAfter(messages: readonly Spoken[]): string[] {
  const runs = activityOf(messages).commands;
  const stated = statedSteps(messages, runs);
  if (stated.length > 0) return stated;
  const last = new Map(runs.map((run) => [run.command, run]));
  const failing = [...last.values()].sort((a, b) => a.seq - b.seq).findLast(({ error }) => error !== undefined);
  const open = failing ? fixing(failing) : requestsIn(messages).at(-1);
  return open === undefined ? [] : [oneLine(open, LONGEST)];
}
