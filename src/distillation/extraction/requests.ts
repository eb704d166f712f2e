import { oneLine } from "../../conversation/index.ts";
import type { Sentence } from "./sentence.ts";

const ASKS_FOR_WORK =
  /\b(?:can|could|would|will) you\b|\bplease\b|\bhelp (?:me|us)\b|\b(?:i|we)(?:['’]d| would)? (?:want|need|like)\b|\blet['’]?s\b|\bi['’]m (?:trying|working|looking|building|planning|writing|preparing)\b|(?<!\p{L})(?:kannst du|können sie|bitte|hilf mir|ich (?:möchte|brauche|will)|peux-tu|pouvez-vous|s['’]il te plaît|aide-moi|je (?:veux|voudrais)|puedes|por favor|ayúdame|quiero|necesito|você pode|me ajude|puoi|per favore|aiutami|можешь|помоги|пожалуйста|хочу)(?!\p{L})|请|帮我|幫我|てください|てほしい|해 ?줘|주세요/iu;
const BEGINS_WITH_VERB =
  /^(?:(?:ok|okay|yes|now|then|and|also|next|great|thanks|first)[,.! ]+){0,3}(?:add|analy[sz]e|apply|book|build|change|check|clean|commit|compare|continue|convert|create|debug|delete|deploy|design|do|document|draft|explain|extract|figure|find|fix|generate|give|go|implement|improve|install|investigate|keep|list|look|make|merge|migrate|move|open|order|plan|prepare|push|put|read|rebase|refactor|remind|remove|rename|replace|review|rewrite|run|schedule|search|send|set|show|simplify|split|start|stop|summari[sz]e|take|tell|test|translate|try|update|upgrade|use|verify|write)\b/i;

export const asksForWork = (sentence: Sentence): boolean =>
  BEGINS_WITH_VERB.test(sentence.text) || ASKS_FOR_WORK.test(sentence.text);

const LONGEST = 300;

/** What a message asks for, in its own words: the sentence that asks, with the one before it if that says of what. */
export function requestIn(sentences: readonly Sentence[], isWork: boolean): string | undefined {
  const asking = sentences.filter((sentence) => sentence.words >= 2 && asksForWork(sentence));
  const best = asking.find((sentence) => BEGINS_WITH_VERB.test(sentence.text)) ?? asking[0];
  const chosen = best ?? (isWork ? sentences.find((sentence) => sentence.words >= 2) : undefined);
  return chosen && oneLine(chosen.text, LONGEST);
}
