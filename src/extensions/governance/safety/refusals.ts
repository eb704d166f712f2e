import { written } from "../../../text/index.ts";

/*
 * A refusal is the agent saying of itself that it will not do what it was asked. That something could not be done (a
 * file not found, a connection refused) is work, and the commonest thing that agents say: so each cue asks for the
 * first person and for a word of helping, complying or declining, not for "cannot" alone.
 */

const NOT = "can't|cannot|can not|won't|not|(?:am |'m )?(?:not|unable)(?: (?:be )?(?:able|going|willing))? to";
const I_CANNOT = `\\bI(?:'m|'ll)? ?(?:am |will )?(?:${NOT})(?: be able to)?(?:,? \\w+,?)?`;
/** The request itself is refused, and nothing more is said of how it could be done. */
const ENDS = "(?=\\s*(?:[.,;:!–—]|$|because\\b|since\\b|as\\b|for you\\b|here\\b))";
const WILL = "(?:'m|'ll)?(?: (?:am|will|must|(?:going |have |need )+to|should|afraid I must|\\w+ly))*";
const THIS = "(?:this|that|it|so)";
const ANSWER = "(?:fulfil|fulfill|complete|continue with|honou?r|carry out|answer|process)";

const CUES: readonly RegExp[] = [
  `${I_CANNOT} (?:(?:help|assist)(?: you| with| in|${ENDS})|comply|participate|take part|engage in|cooperate)`,
  `${I_CANNOT} (?:do ${THIS}${ENDS}|${ANSWER} (?:${THIS}|your) (?:request|task|instruction|question))`,
  `${I_CANNOT}\\b.*\\b(?:good conscience|my (?:guidelines|principles|values|policies)|(?:is|be) (?:harmful|unethical))`,
  `\\bI${WILL} ?(?:declin|refus)(?:e|ing)(?: (?:to|${THIS}|your)\\b|(?=\\s*(?:[.,;!–—]|$|because)))`,
  `\\bI(?:'m| am) not comfortable (?:with ${THIS}|\\w+ing)\\b|\\bI (?:don't|do not) feel comfortable\\b`,
  "\\bnot something (?:that )?I(?:'m)? (?:can|am|will|able|willing|comfortable)\\b",
  `\\bI(?:'d| would) rather not (?:continue|proceed|do|help|assist|answer)(?: with)?(?: ${THIS})?${ENDS}`,
  "\\bmy (?:guidelines|policies|principles|values) (?:do not|don't|prevent|forbid|prohibit)\\b",
  "\\b(?:inappropriate|unethical|irresponsible) for me to\\b",
  // German
  "(?<!\\p{L})ich [^.!?]{0,40}nicht (?:(?:weiter|mit)?helfen|mitmachen|behilflich)(?!\\p{L})|ich weigere mich",
  "(?<!\\p{L})ich (?:muss|möchte|werde)[^.!?]{0,30} ablehnen|(?:muss|möchte|werde) ich[^.!?]{0,30} ablehnen",
  "(?<!\\p{L})ich (?:lehne (?:das|dies|diese \\p{L}+) ab|werde (?:das|dies|es) nicht (?:tun|machen))",
  // French
  "(?<!\\p{L})je ne \\p{L}+ pas (?:en mesure d.{1,2})?(?:vous |te |t')?(?:aider|assister|répondre à (?:cette|votre))",
  "(?<!\\p{L})je (?:dois|préfère) (?:refuser|décliner)|(?<!\\p{L})je (?:refuse|décline) (?:de |d'|cette|votre)",
  // Spanish, Portuguese, Italian
  "(?<!\\p{L})no (?:puedo|podré|voy a) (?:ayudar|asistir|cumplir con est|hacer es[ot]o?(?=[.,;!]|$))",
  "(?<!\\p{L})não (?:posso|vou|poderei) (?:te )?(?:ajud|auxiliar|atender|fazer isso(?=[.,;!]|$))",
  "(?<!\\p{L})non posso (?:aiutar|assister|soddisfare|farlo)|devo rifiutar|mi rifiuto di",
  "(?<!\\p{L})(?:me (?:niego|recuso) a|no me es posible ayudar|debo negarme|(?:devo|preciso) recusar)",
  // Russian
  "(?<!\\p{L})я не (?:могу|буду|смогу) (?:\\p{L}+ )?(?:помо|выполн\\p{L}+ (?:эт|ваш|тво))|вынужден.? отказать|я отказываюсь",
  // Chinese, Japanese, Korean
  "(?:我|抱歉|对不起).{0,14}(?:无法|不能|不会|没办法).{0,6}(?:协助|帮助|帮忙|帮[你您]|满足|配合)",
  "我(?:无法|不能)提供.{0,8}(?:帮助|协助)|我(?:必须|只能)?拒绝[执协这您你]",
  "(?:お手伝い|ご要望|ご依頼|リクエスト|お力).{0,10}(?:できません|かねます|られません|なれません)|お断り[しい]",
  "도와드릴 수 없|(?:요청|부탁).{0,12} (?:드릴|응할|들어줄|들어드릴) 수 없|거절하겠습니다",
].map((source) => new RegExp(source, "iu"));

/** A sentence that names what is missing or broken says why it could not be done, not that it will not be. */
const COULD_NOT = new RegExp(
  [
    "\\b(?:missing|unavailable|unreachable|offline|failed|timed out|no such file|exit code)\\b",
    "(?:\\bnot|n't) (?:been )?(?:installed|found|available|running|reachable|exist)\\b|\\b(?:is|are) down\\b",
    "\\b(?:no|lack|without|don't have|do not have) (?:\\w+ ){0,3}access\\b",
    "(?<!\\p{L})(?:fehl(?:t|en)|nicht (?:installiert|gefunden|erreichbar|vorhanden)|keinen \\p{L}*zugriff)(?!\\p{L})",
  ].join("|"),
  "iu",
);

/** Quotations and code are not the agent's own words. */
const QUOTED = /"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|「[^」\n]*」|`[^`\n]*`/gu;

/** The sentences in which the agent refuses; code blocks and quotations are not its own words. */
export function refusalsIn(text: string): string[] {
  return written(text).flatMap(({ text: sentence, mark }) => {
    const said = sentence.replaceAll("’", "'").replace(QUOTED, "…");
    const isRefusal = !mark.startsWith(">") && !COULD_NOT.test(said) && CUES.some((cue) => cue.test(said));
    return isRefusal ? [sentence] : [];
  });
}
