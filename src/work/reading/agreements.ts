import { hasChoice, isQuestion, oneLine, soundsLikeConsent, soundsLikeProposal } from "../../text/index.ts";
import { piecesOf, shareWithin, wordSet } from "./pieces.ts";

/** What the agent offers stands at the end of its reply. */
const LAST_PIECES = 8;
const OFFER_CHARS = 160;
const ANSWER_CHARS = 60;
/** Who picks one of several ways uses few words, most of them the agent's. */
const FEW_WORDS = 6;
const MOST_OF_THEM = 0.5;

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
  const pieces = piecesOf(reply)
    .filter(({ isTable }) => !isTable)
    .slice(-LAST_PIECES)
    .map(({ text }) => text);
  if (soundsLikeConsent(answer)) {
    const proposed = pieces.findLast((text) => soundsLikeProposal(text) && !isQuestion(text));
    return proposed === undefined ? undefined : agreement(answer, proposed);
  }
  const words = wordSet(answer);
  const offered = pieces.findLast((text) => hasChoice(text));
  if (offered === undefined || isQuestion(answer) || words.size > FEW_WORDS) return undefined;
  return shareWithin(words, wordSet(offered)) >= MOST_OF_THEM ? agreement(answer, offered) : undefined;
}
