import { withoutEmphasis, written } from "../../conversation/index.ts";
import { folded } from "../../memory/index.ts";
import { DEEDS, DOINGS, keyOf } from "./lexicon.ts";
import { inEnglish } from "./tongues.ts";

/** Something that an agent commits itself to do. */
export interface Intent {
  /** The sentence as it was written. */
  readonly statement: string;
  /** What is to be done: from the verb on, or the whole where a tongue puts the verb elsewhere. */
  readonly act: string;
  readonly isNegative: boolean;
}

const LONGEST = 400;
const QUESTION =
  /[?？]["'”’»)\]\s]*$|(?:吗|呢|ですか|ますか)[。.]?$|^(?:should|shall|can|could|may|do|does|would|why|how|what|which) (?:i|we|you|not)\b/iu;
/** In doubt, on a condition, or somebody else's words. */
const UNSURE =
  /\b(?:if|unless|whether|could|might|may|maybe|perhaps|possibly|would|alternatively|considering|consider|hypothetically|suppose|were to|wenn|falls|könnten?|vielleicht|würden?|si|podría\w*|quizás?|pourrai\w*|peut-être)\b|(?:如果|可能|也许|もし|かもしれ|たら)/iu;
const OTHERS_WORDS =
  /\b(?:said|says|wrote|writes|asked|asks|suggested|suggests|proposed|proposes|claimed|claims|according to|quote|decided against|sagte|schrieb|dijo|escribió|a dit|a écrit)\b|(?:说过|说：|と言|と書)/iu;
/** Somebody's sentence; a single word in such marks is only a name. */
const QUOTED = [
  /“([^”\n]{1,2000})”/gu,
  /"([^"\n]{1,2000})"/gu,
  /„([^“”\n]{1,2000})[“”]/gu,
  /«([^»\n]{1,2000})»/gu,
  /[「『]([^」』\n]{1,2000})[」』]/gu,
];
const IS_SENTENCE = /[\s。！？、]|[\p{sc=Hiragana}]/u;
const withoutQuotes = (text: string): string =>
  QUOTED.reduce(
    (left, marks) => left.replace(marks, (quoted, inner: string) => (IS_SENTENCE.test(inner.trim()) ? "“…”" : quoted)),
    text,
  );

const LEADS_IN = "(?:(?:first|then|next|now|finally|also|so|ok|okay|and|as decided|instead|step \\d+)[,:]? )*";
const SOON =
  "(?:now |then |first |next |also |just |simply |go ahead and |start by |therefore |instead |continue to )*";
const ME = "(?:i|we)";
const COMMITS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:${ME}(?:['’]ll| will| shall)|${ME}(?:['’]m| am|['’]re| are) (?:going|about|planning) to|${ME} (?:plan|intend|have|need|ought) to|(?:my|the|our) plan is to|${ME}(?:['’]ve| have)? decided to|${ME} should|let['’]?s|let us|let me|${ME} (?:want|prefer) to) (?<not>not |never )?${SOON}(?<act>.+)$`,
    "iu",
  ),
  new RegExp(
    `\\b${ME} (?<not>won['’]t|will not|shall not|shouldn['’]t|am not going to|['’]m not going to) ${SOON}(?<act>.+)$`,
    "iu",
  ),
  new RegExp(`\\bi['’]m (?<not>not )going to ${SOON}(?<act>.+)$`, "iu"),
];
const DOING = new RegExp(
  `^${LEADS_IN}(?<who>${ME}(?:['’]m|['’]re| am| are) (?:now )?)?(?<act>(?!going|about|looking|thinking|wondering|considering|planning|not|using this|sorry)(?<verb>\\p{L}{2,})ing\\b.+)$`,
  "iu",
);
/** Other tongues: the verb stands where it will. */
const COMMITS_ELSEWHERE: readonly RegExp[] = [
  /^(?:(?:als nächstes|dann|jetzt|nun|zuerst) )?(?:ich|wir) (?:werden?|sollten|wollen) (?<act>.+)$|^(?:lass|lasst) uns (?<act2>.+)$/iu,
  /^ich (?<act>(?!habe|hatte|bin|war|würde|könnte|glaube|denke|frage|sehe|finde|weiß|kann)\p{L}+e\b.+)$/iu,
  /^(?:(?:ahora|primero|luego|después)[, ])?(?:voy a|vamos a|deberíamos) (?<act>.+)$/iu,
  /^(?:(?:maintenant|d['’]abord|ensuite)[, ])?(?:je vais|nous allons|on va|nous devrions) (?<act>.+)$/iu,
  /^(?:接下来|然后|首先)?[，,]?(?:我们?(?:将|会|要|来|打算)|让我)(?<act>.+)$/u,
  /^(?<act>.+(?:(?<!てい)ます|ましょう|ことにする|つもりです))[。.]?$/u,
];
const NOT_ELSEWHERE = /\b(?:nicht|keine?[nmrs]?|no|ne|n['’])\b|不|ません/iu;

/** Talk about what is thought of, not done. */
const IMAGINES =
  /^(?:say|assume|suppose|imagine|pretend|explain|discuss|look|see|think|know|talk|recap|summarize|compare)\b/i;

const PLAN_LINE = new RegExp(`^${LEADS_IN}(?<not>(?:do not|don['’]t|never) )?(?<act>(?<verb>\\p{L}+)\\b.+)$`, "iu");
function commitmentIn(sentence: string): Omit<Intent, "statement"> | undefined {
  for (const pattern of COMMITS) {
    const { not, act } = pattern.exec(sentence)?.groups ?? {};
    if (act !== undefined) return { act, isNegative: not !== undefined };
  }
  const { act: doing, verb, who } = DOING.exec(sentence)?.groups ?? {};
  const isTold = doing !== undefined && (who !== undefined || !(TELLS_OF.test(doing) || NO_PLAN.test(doing)));
  if (isTold && verb !== undefined && DOINGS.has(keyOf(`${verb}ing`.toLowerCase())))
    return { act: doing, isNegative: false };
  for (const pattern of COMMITS_ELSEWHERE) {
    const { act, act2 } = pattern.exec(sentence)?.groups ?? {};
    const found = act ?? act2;
    if (found !== undefined) return { act: found, isNegative: NOT_ELSEWHERE.test(found) };
  }
  return undefined;
}

/** Headings, advice to others, and reports of what something does. */
const NO_PLAN = /:$|\\|^[^:,]{1,60}:\s|\b(?:you|your|yours)\b/i;
const TELLS_OF = /\b(?:is|are|was|were|can|will|would|helps?|allows?|provides?|requires?|makes?|means)\b/i;

function planned(line: string): Omit<Intent, "statement"> | undefined {
  const { act, verb, not } = PLAN_LINE.exec(line)?.groups ?? {};
  if (NO_PLAN.test(line)) return undefined;
  return act !== undefined && verb !== undefined && DEEDS.has(inEnglish(folded(verb)))
    ? { act, isNegative: not !== undefined }
    : undefined;
}

/** The sentences in which somebody says what they will do: no questions, quotations, reports, or what could be done. */
export function intentsOf(text: string): Intent[] {
  const sentences = written(withoutQuotes(text));
  const isAlone = sentences.length === 1;
  return sentences.flatMap(({ text: raw, mark }) => {
    if (raw.length > LONGEST || mark === ">" || mark.startsWith("#")) return [];
    const statement = withoutEmphasis(raw);
    if (QUESTION.test(statement) || UNSURE.test(statement) || OTHERS_WORDS.test(statement)) return [];
    const commitment = commitmentIn(statement) ?? (isAlone || mark !== "" ? planned(statement) : undefined);
    return commitment === undefined || IMAGINES.test(commitment.act) ? [] : [{ statement, ...commitment }];
  });
}
