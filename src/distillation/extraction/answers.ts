import { oneLine } from "../../conversation/index.ts";
import { hasQuestion } from "../../core/index.ts";
import type { ExtractedFrom, Item } from "./item.ts";

const LETS_CHOOSE =
  /\b(?:should|shall|do you want|would you (?:like|prefer)|which|prefer|or|ok(?:ay)? (?:to|if)|go ahead|want me to)\b|(?<!\p{L})(?:soll(?:en|te)?|möchtest|willst|welche\p{L}*|oder|dois-je|veux-tu|voulez-vous|quel\p{L}*|ou|quieres|prefieres|cuál|debo|vuoi|quale|quer|qual|или|хочешь|какой)(?!\p{L})|要不要|还是|哪|どちら|ましょうか|할까요|어느/iu;
const CONSENTS =
  /^(?:yes|yep|yeah|yup|sure|ok(?:ay)?|please do|do it|go ahead|no|nope|ja|nein|oui|non|sí|si|sim|não|да|нет|好|好的|可以|行|不|はい|いいえ|네|아니)(?![\p{sc=Latin}\p{sc=Cyrillic}])/iu;
const ASKS_ON =
  /^(?:yes|yep|ok(?:ay)?|no|great|good|ja|oui|sí)[,.! ]+(?:please\s+)?\p{L}+e?\s+(?:the|it|up|a|to|on|with|all|that)\b/iu;
const LONGEST_WORDS = 8;
const LONGEST_QUESTION = 240;

const wordsIn = (text: string): number => text.match(/\S+/g)?.length ?? 0;

export interface Question {
  readonly text: string;
  readonly message: ExtractedFrom;
}

/** A short answer together with the question that gives it its meaning: "And the dose? → 45 mg". */
export function answerTo(question: Question, reply: ExtractedFrom, isCourtesy: boolean): Item | undefined {
  const answer = oneLine(reply.content, 120);
  if (answer === "" || wordsIn(answer) > LONGEST_WORDS || hasQuestion(answer)) return undefined;
  const isChoice = LETS_CHOOSE.test(question.text);
  // "Is it complete now?" "Yes, write it up": that asks for the next thing.
  if (!isChoice && ASKS_ON.test(answer)) return undefined;
  if (isCourtesy && !(isChoice && CONSENTS.test(answer))) return undefined;
  return {
    kind: isChoice ? "decision" : "fact",
    text: `${oneLine(question.text, LONGEST_QUESTION)} → ${answer}`,
    cites: [question.message.id, reply.id],
    at: reply.createdAt,
    seq: reply.seq,
    weight: isCourtesy ? 0.45 : 0.65,
  };
}
