import {
  beginsAsQuestion,
  contentTerms,
  hasChoice,
  isQuestion,
  oneLine,
  soundsLikeConsent,
  soundsLikeProposal,
} from "../../text/index.ts";
import { piecesOf, SENTENCE_END, shareWithin, wordSet } from "./message-pieces.ts";

/** What the agent offers stands at the end of its reply. */
const LAST_SENTENCES = 10;
const OFFER_CHARS = 160;
const ANSWER_CHARS = 60;
/** Who accepts a proposal, or picks one of several ways in the agent's words, uses few. */
const FEW_WORDS = 6;
const ALL = 1;

export interface Agreement {
  readonly text: string;
  /** What was agreed on, in the agent's words. */
  readonly core: string;
}

const agreement = (answer: string, offer: string): Agreement => ({
  text: `"${oneLine(answer, ANSWER_CHARS)}" to: ${oneLine(offer, OFFER_CHARS)}`,
  core: oneLine(offer, OFFER_CHARS),
});

/** What a prompt settles that answers a reply: a proposal that it accepts, or one of the ways that it picks. */
export function agreementOn(reply: string, answer: string): Agreement | undefined {
  const sentences = piecesOf(reply)
    .flatMap(({ text, isTable }) => (isTable ? [] : text.split(SENTENCE_END)))
    .slice(-LAST_SENTENCES);
  const [first = ""] = answer.split(SENTENCE_END);
  if (wordSet(first).size > FEW_WORDS) return undefined;
  if (soundsLikeConsent(first)) {
    const proposed = sentences.findLast((text) => soundsLikeProposal(text) && !isQuestion(text));
    return proposed === undefined ? undefined : agreement(answer, proposed);
  }
  const offered = sentences.findLast((text) => hasChoice(text));
  if (offered === undefined || isQuestion(first) || beginsAsQuestion(first)) return undefined;
  const isPicked = shareWithin(new Set(contentTerms(first)), new Set(contentTerms(offered))) >= ALL;
  return isPicked ? agreement(answer, offered) : undefined;
}
