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

const carries = ({ isQuestion, isHeading, text }: Sentence): boolean => !isQuestion && !isHeading && !REACTS.test(text);

/** The weightiest statements of one message, in their order. */
function strongest(statements: readonly Statement[], most: number): readonly Statement[] {
  if (statements.length <= most) return statements;
  const kept = new Set([...statements].sort((a, b) => b.weight - a.weight).slice(0, most));
  return statements.filter((statement) => kept.has(statement));
}

export function statementsIn(sentences: readonly Sentence[], setting: Setting): readonly Statement[] {
  const statements: Statement[] = [];
  let previous: { readonly index: number; readonly statement: Statement } | undefined;
  sentences.forEach((sentence, index) => {
    const meaning = meaningOf(sentence, setting);
    if (meaning === undefined) return;
    let { text } = sentence;
    let { weight } = meaning;
    if (LEANS_BACK.test(text)) {
      const before = sentences[index - 1];
      const told = previous?.index === index - 1 ? previous.statement : undefined;
      const context = told?.text ?? (before && carries(before) ? before.text : undefined);
      if (context === undefined) weight *= LEANS_ON_NOTHING;
      else if (fitTogether(context, text)) {
        text = `${context} ${text}`;
        // What was said of the same thing just before is in this one now.
        if (told?.kind === meaning.kind) {
          statements.pop();
          weight = Math.max(weight, told.weight);
        }
      }
    }
    const after = sentences[index + 1];
    if (meaning.kind === "decision" && after && REASON.test(after.text) && fitTogether(text, after.text))
      text = `${text} ${after.text}`;
    const statement = { kind: meaning.kind, weight, text, raw: sentence.raw, isDone: sentence.has("done") };
    statements.push(statement);
    previous = { index, statement };
  });
  return strongest(statements, MOST[setting.speaker]);
}
