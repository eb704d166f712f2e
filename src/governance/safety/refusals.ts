import { written } from "../../conversation/index.ts";

/*
 * A refusal is the agent saying of itself that it will not do what it was asked. That something could not be done (a file not found, a
 * connection refused) is work, and the commonest thing that agents say: so each pattern asks for the first person and for a word of helping,
 * complying or declining, not for "cannot" alone.
 */

const NOT_ABLE =
  /(?:can(?:'t|not| not)|won't|will not(?: be able to)?|(?:'m|'ll| am| will) ?(?:not (?:able|going|willing|prepared) to|unable to|not be able to))/
    .source;
const SO = /(?:,? (?:unfortunately|sadly|simply|really|just|also|therefore|in good conscience),?)?/.source;
/** What is refused is the request itself, and nothing more is said of how it could be done. */
const ENDS = /(?=\s*(?:[.,;:!–—]|$|because\b|since\b|as\b|for you\b|here\b))/.source;

const ENGLISH = [
  `\\bI ?${NOT_ABLE}${SO} (?:help|assist)(?: (?:you|with|in|by|anyone)\\b|${ENDS})(?! but\\b)`,
  `\\bI ?${NOT_ABLE}${SO} (?:comply|participate|take part|engage in|cooperate|be part of)\\b`,
  `\\bI ?${NOT_ABLE}${SO} (?:fulfil|fulfill|complete|honou?r|carry out|answer|process) (?:this|that|your|such) (?:request|task|instruction|question)s?${ENDS}`,
  `\\bI ?${NOT_ABLE}${SO} do (?:that|this|it|so)${ENDS}`,
  `\\bI ?${NOT_ABLE}\\b.*\\b(?:in good conscience|my (?:guidelines|principles|values|policies)|(?:is|be) (?:harmful|unethical|unsafe))\\b`,
  /\bas an AI\b(?: (?:model|assistant|language model))?,? I ?(?:can(?:'t|not)|won't|will not|am (?:unable|not able))/
    .source,
  /\bI(?:'m|'ll| am| will)? ?(?:(?:must|have to|need to|going to|should|respectfully|politely|afraid I must|also) )*(?:decline|refuse|declining|refusing)(?: to\b| this\b| that\b| it\b| your\b| the request|(?=\s*(?:[.,;!–—]|$|because\b)))/
    .source,
  /\bI(?:'m| am) not comfortable (?:with (?:this|that|it)\b|\w+ing\b)/.source,
  /\bI (?:don't|do not) feel comfortable\b/.source,
  /\b(?:this|that|it)(?:'s| is) not something (?:that )?I(?:'m| am)? ?(?:can|able|willing|comfortable|will)\b/.source,
  `\\bI(?:'d| would) rather not (?:continue|proceed|go on|do (?:this|that|it)|help|assist|take part|answer)(?: with (?:this|that|it))?${ENDS}`,
  /\bmy (?:safety )?(?:guidelines|policies|policy|principles|values|rules) (?:don't|do not|doesn't|does not|prevent|forbid|prohibit)\b.*\bme\b/
    .source,
  /\b(?:inappropriate|unethical|irresponsible|not (?:right|appropriate)) for me to\b/.source,
];

const OTHERS = [
  // German
  /(?<!\p{L})ich (?:kann|darf|werde|möchte) (?:[\p{L}]+,? ){0,6}nicht (?:helfen|weiterhelfen|behilflich sein|mithelfen|mitmachen)/u,
  /(?<!\p{L})(?:kann|darf|werde|möchte) ich (?:[\p{L}]+,? ){0,4}nicht (?:helfen|weiterhelfen|behilflich sein|mitmachen)/u,
  /(?<!\p{L})ich (?:muss|möchte|werde) (?:[\p{L}]+ ){0,3}ablehnen(?!\p{L})|(?<!\p{L})(?:das|dies|diese (?:Bitte|Anfrage|Aufgabe)) (?:muss|möchte|werde) ich (?:leider )?ablehnen/iu,
  /(?<!\p{L})ich lehne (?:das|dies|es|diese (?:Bitte|Anfrage|Aufgabe)) ab(?!\p{L})|ich weigere mich/iu,
  /(?<!\p{L})ich werde (?:das|dies|es) nicht (?:tun|machen)(?!\p{L})/iu,
  // French
  /(?<!\p{L})je ne (?:peux|pourrai|puis|vais|veux) (?:pas|malheureusement pas) (?:(?:vous|te|t'|m')\s?)?(?:aider|assister|accéder à (?:cette|votre|ta) demande|répondre à (?:cette|votre|ta) demande|faire (?:cela|ça)(?=\s*(?:[.,;!]|$)))/iu,
  /(?<!\p{L})je ne suis pas en mesure (?:de |d')(?:(?:vous|te|t')\s?)?(?:aider|assister|répondre à)/iu,
  /(?<!\p{L})je (?:dois|préfère) (?:refuser|décliner)|(?<!\p{L})je (?:refuse|décline) (?:de |d'|cette demande|votre demande)/iu,
  // Spanish
  /(?<!\p{L})no (?:puedo|podré|voy a) (?:ayudar(?:te|le|les|os)?|asistir(?:te|le)?|cumplir (?:con )?(?:esta|esa|tu|su) |atender (?:esta|esa|tu|su) |hacer (?:eso|esto)(?=\s*(?:[.,;!]|$)))/iu,
  /(?<!\p{L})(?:debo|tengo que) (?:negarme|rechazar(?:lo| esta| tu| su)|declinar)|(?<!\p{L})me niego a\s|no me es posible ayudar/iu,
  // Portuguese
  /(?<!\p{L})não (?:posso|vou|poderei) (?:ajudar|ajudá-l|te ajudar|auxiliar|atender (?:a )?(?:esse|este|essa|esta|seu|sua)|fazer isso(?=\s*(?:[.,;!]|$)))/iu,
  /(?<!\p{L})(?:devo|preciso) recusar|recuso-me a|me recuso a/iu,
  // Italian
  /(?<!\p{L})non posso (?:aiutar(?:ti|la|vi|e)|assister(?:ti|la|e)|soddisfare (?:questa|la tua|la sua)|farlo(?=\s*(?:[.,;!]|$)))/iu,
  /(?<!\p{L})(?:devo rifiutar(?:e|mi)|mi rifiuto di)/iu,
  // Russian
  /(?<!\p{L})я (?:не могу|не буду|не смогу) (?:(?:вам|тебе|с этим) )?(?:помочь|помогать|выполнить (?:этот|ваш|твой|эту|вашу)|делать это|это делать)/iu,
  /(?<!\p{L})(?:вынужден[аы]? отказать|я отказываюсь)/iu,
  // Chinese
  /(?:我|抱歉|对不起)[^。！？\n]{0,14}(?:无法|不能|不会|没办法)[^。！？\n]{0,6}(?:协助|帮助|帮忙|帮[你您]|满足|配合)/u,
  /我(?:必须|只能|不得不)?拒绝(?:执行|协助|完成|继续|这|您|你|该)/u,
  /我(?:无法|不能)提供[^。！？\n]{0,8}(?:帮助|协助)/u,
  // Japanese
  /(?:お手伝い|ご要望|ご依頼|ご希望|リクエスト|お力)[^。！？\n]{0,10}(?:できません|できかねます|いたしかねます|お応えできません|応じられません|なれません)/u,
  /お断り(?:します|いたします|させていただ)/u,
  // Korean
  /(?:요청|부탁|도움|그건|이건)[^.!?\n]{0,12}(?:도와드릴 수 없|들어드릴 수 없|드릴 수 없|응할 수 없|들어줄 수 없)/u,
  /도와드릴 수 없|거절하겠습니다/u,
];

const REFUSALS: readonly RegExp[] = [...ENGLISH.map((source) => new RegExp(source, "i")), ...OTHERS.map(anyCase)];

function anyCase(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, "iu");
}

/** What somebody else says, and what stands in code, the agent does not say of itself. */
const QUOTED = /"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|「[^」\n]*」|`[^`\n]*`/gu;

const asSaid = (sentence: string): string => sentence.replaceAll("’", "'").replace(QUOTED, "…");

/** Every pattern has one of these: most replies have none, and are not read any further. */
const MAY_REFUSE =
  /can['’]?t\b|cannot|can not|won['’]t|will not|not (?:able|going|willing|prepared|be able|comfortable|something|right|appropriate)|unable|declin|refus|feel comfortable|rather not|guidelines|polic|principles|values|rules|inappropriate|unethical|irresponsible|nicht|ablehnen|lehne|weigere|pas\s|déclin|no (?:puedo|podré|voy|me)\s|negarme|rechazar|niego|não|recus|non posso|rifiut|не\s|отказ|无法|不能|不会|没办法|拒绝|ません|かねます|断り|수 없|거절/iu;

/** The sentences in which the agent refuses; code blocks and quotations are not its own words. */
export function refusalsIn(text: string): string[] {
  if (!MAY_REFUSE.test(text)) return [];
  return written(text).flatMap(({ text: sentence, mark }) => {
    if (mark.startsWith(">") || !MAY_REFUSE.test(sentence)) return [];
    const said = asSaid(sentence);
    return REFUSALS.some((pattern) => pattern.test(said)) ? [sentence] : [];
  });
}
