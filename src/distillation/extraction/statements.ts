import { type Meaning, meaningOf, type Setting } from "./meaning.ts";
import { LEANS_BACK, REACTS, REASON } from "./patterns.ts";
import type { Sentence } from "./sentence.ts";

/** A sentence that means something, with as much of its surroundings as it needs to be understood alone. */
export interface Statement extends Meaning {
  readonly text: string;
  readonly raw: string;
  readonly isDone: boolean;
}

const MOST = { user: 14, assistant: 6 } as const;
const LONGEST_TOGETHER = 320;
/** What leans on something that was not said in the same breath is hard to understand alone. */
const LEANS_ON_NOTHING = 0.7;

const fitTogether = (a: string, b: string): boolean => a.length + b.length < LONGEST_TOGETHER;

const carries = ({ isHeading, text }: Sentence): boolean => !isHeading && !REACTS.test(text);

/** "480 euros a month!": a value without a sentence of its own. */
const isFragment = ({ words, isListed, has }: Sentence): boolean =>
  words <= 5 && !isListed && !has("self") && !has("us");

/** The weightiest statements of one message, in their order. */
function strongest(statements: readonly Statement[], most: number): readonly Statement[] {
  if (statements.length <= most) return statements;
  const kept = new Set([...statements].sort((a, b) => b.weight - a.weight).slice(0, most));
  return statements.filter((statement) => kept.has(statement));
}

export function statementsIn(sentences: readonly Sentence[], setting: Setting): readonly Statement[] {
  const statements: Statement[] = [];
  /** What the next sentence may lean on. */
  let thread = "";
  sentences.forEach((sentence, index) => {
    const meaning = meaningOf(sentence, setting);
    const leans = LEANS_BACK.test(sentence.text);
    const isAddition = meaning?.kind === "fact" && isFragment(sentence);
    const isJoined = (leans || isAddition) && thread !== "" && fitTogether(thread, sentence.text);
    let text = isJoined ? `${thread} ${sentence.text}` : sentence.text;
    if (meaning !== undefined || carries(sentence)) thread = text;
    else if (!leans) thread = "";
    if (meaning === undefined) return;
    let { kind, weight } = meaning;
    if (leans && !isJoined) weight *= LEANS_ON_NOTHING;
    const last = statements.at(-1);
    if (isJoined && last && text.startsWith(last.text) && (last.kind === kind || isAddition)) {
      // What was said of the same thing just before is in this one now.
      statements.pop();
      kind = last.kind;
      weight = Math.max(weight, last.weight);
    }
    const after = sentences[index + 1];
    if (kind === "decision" && after && REASON.test(after.text) && fitTogether(text, after.text))
      text = `${text} ${after.text}`;
    statements.push({ kind, weight, text, raw: sentence.raw, isDone: sentence.has("done") });
  });
  return strongest(statements, MOST[setting.speaker]);
}
