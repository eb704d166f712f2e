import { oneLine } from "../../conversation/index.ts";
import { REACTS } from "./patterns.ts";
import type { Sentence } from "./sentence.ts";

const ASKS_FOR_WORK =
  /\b(?:can|could|would|will) you\b|\bplease\b|(?:^|\b(?:please|you|and) )help (?:me|us)\b|\b(?:i|we)(?:['’]d| would)? (?:want|need|like) you|\bi['’]m (?:trying to|working on|building|planning|writing|preparing)\b|(?<!\p{L})(?:kannst du|können sie|bitte|hilf mir|ich (?:möchte|brauche|will)|peux-tu|pouvez-vous|s['’]il te plaît|aide-moi|je (?:veux|voudrais)|puedes|por favor|ayúdame|quiero|necesito|você pode|me ajude|puoi|per favore|aiutami|можешь|помоги|пожалуйста|хочу)(?!\p{L})|请|帮我|幫我|てください|てほしい|해 ?줘|주세요/iu;
/** A question that asks for work, and not for an answer. */
const ASKS_YOU =
  /\b(?:can|could|would|will) you\b(?! (?:tell me|happen to|say|believe|imagine))|\bplease\b|(?<!\p{L})(?:kannst du|können sie|bitte|hilf|peux-tu|pouvez-vous|puedes|podrías|por favor|você pode|puoi|можешь|пожалуйста)(?!\p{L})|请|帮我|てください|ませんか|주세요/iu;
const BEGINS_WITH_VERB =
  /^(?:(?:ok|okay|yes|now|then|and|also|next|great|thanks|first)[,.! ]+){0,3}(?:add|analy[sz]e|apply|book|build|change|check|clean|commit|compare|continue|convert|create|debug|delete|deploy|design|do|document|draft|explain|extract|figure|find|fix|generate|give|go|implement|improve|install|investigate|keep|list|look|make|merge|migrate|move|open|order|plan|prepare|push|put|read|rebase|refactor|remind|remove|rename|replace|review|rewrite|run|schedule|search|send|set|show|simplify|split|start|stop|summari[sz]e|take|tell|test|translate|try|update|upgrade|use|verify|write)\b/i;

/** "Do you …", "Keep it up!" and "Change is hard" begin with a verb and ask for nothing. */
const ASKS_NOTHING = /^\p{L}+ (?:you\b|is\b|are\b|it up\b|care\b|out (?:this|the|my)\b|a look\b)/iu;

const begins = ({ text, isQuestion }: Sentence): boolean =>
  !isQuestion && BEGINS_WITH_VERB.test(text) && !ASKS_NOTHING.test(text);

export const asksForWork = (sentence: Sentence): boolean =>
  sentence.words >= 3 &&
  (begins(sentence) || (sentence.isQuestion ? ASKS_YOU.test(sentence.text) : ASKS_FOR_WORK.test(sentence.text)));

const LONGEST = 400;
/** "Can you help me with that?" needs the sentence before it. */
const SHORT_WORDS = 9;

/** What a message asks for, in its own words. */
export function requestIn(sentences: readonly Sentence[], isWork: boolean): string | undefined {
  const asking = sentences.filter(asksForWork);
  const isCalm = ({ text }: Sentence): boolean => isWork || !text.endsWith("!");
  const chosen =
    asking.find((sentence) => begins(sentence) && isCalm(sentence)) ??
    asking.find(isCalm) ??
    (isWork ? sentences.find(({ words, isHeading }) => words >= 2 && !isHeading) : undefined);
  if (chosen === undefined) return undefined;
  const after = sentences[sentences.indexOf(chosen) + 1];
  if (chosen.text.endsWith(":") && after) return oneLine(`${chosen.text} ${after.text}`, LONGEST);
  const before = sentences[sentences.indexOf(chosen) - 1];
  const needsMore = chosen.isQuestion && chosen.words < SHORT_WORDS;
  if (!needsMore || before === undefined || before.text.length + chosen.text.length > LONGEST)
    return oneLine(chosen.text, LONGEST);
  return `${before.text}${/[\p{L}\p{N})]$/u.test(before.text) ? "," : ""} ${chosen.text}`;
}

const LONGEST_REPORT = 280;
/** "I see the issue.": a report begins with what was seen. */
const FEWEST_WORDS = 4;

/** How an assistant's report of its work begins: as many of the first sentences as make a line. */
export function reportIn(sentences: readonly Sentence[]): string | undefined {
  let report = "";
  for (const { text, isQuestion, isHeading, isListed, words } of sentences) {
    if (isHeading || (report === "" && (words < FEWEST_WORDS || REACTS.test(text)))) continue;
    if (isQuestion || isListed || text.endsWith(":") || report.length + text.length > LONGEST_REPORT) break;
    report = report === "" ? text : `${report} ${text}`;
  }
  return report === "" ? undefined : report;
}
