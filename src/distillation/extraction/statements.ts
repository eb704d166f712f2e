import { type Meaning, meaningOf, type Speaker } from "./meaning.ts";
import { LEANS_BACK, REASON } from "./patterns.ts";
import type { Sentence } from "./sentence.ts";

/** A sentence that means something, with as much of its surroundings as it needs to be understood alone. */
export interface Statement extends Meaning {
  readonly text: string;
  readonly raw: string;
  readonly isDone: boolean;
}

const MOST = { user: 14, assistant: 6 } as const;
const LONGEST_TOGETHER = 320;

const fitTogether = (a: string, b: string): boolean => a.length + b.length < LONGEST_TOGETHER;

export function statementsIn(sentences: readonly Sentence[], speaker: Speaker): Statement[] {
  const statements: Statement[] = [];
  let joined = -1;
  sentences.forEach((sentence, index) => {
    const meaning = meaningOf(sentence, speaker);
    if (meaning === undefined) return;
    let { text } = sentence;
    const before = sentences[index - 1];
    if (LEANS_BACK.test(text) && before && !before.isQuestion && !before.isHeading && fitTogether(before.text, text)) {
      text = `${before.text} ${text}`;
      // What was said of the same thing in the sentence before is in this one now.
      if (joined === index - 1 && statements.at(-1)?.kind === meaning.kind) statements.pop();
    }
    const after = sentences[index + 1];
    if (meaning.kind === "decision" && after && REASON.test(after.text) && fitTogether(text, after.text))
      text = `${text} ${after.text}`;
    joined = index;
    statements.push({ ...meaning, text, raw: sentence.raw, isDone: sentence.has("done") });
  });
  if (statements.length <= MOST[speaker]) return statements;
  const least = statements.map(({ weight }) => weight).sort((a, b) => b - a)[MOST[speaker] - 1] ?? 0;
  return statements.filter(({ weight }) => weight >= least).slice(0, MOST[speaker]);
}
