import { isCourtesy } from "./requests.ts";
import { ownWords, sentences } from "./text.ts";

/*
 * Decisions and constraints are found by the words people use for them. Precision counts more than reach: whatever is
 * missed here is still in the ledger and found by recall.
 */

const DECISION = [
  // Not "decision-making".
  /\bdecision(?:\s*[:–—]|\s-)\s*\S/i,
  /\b(?:we|i|they|user|team|you)(?:['’]ve| have| has)?\s+(?:\w+\s+)?(?:decided|agreed|chose|opted|settled|concluded)\b/i,
  /\b(?:decided|agreed|chose|chosen|opted)\s+(?:to|on|that|against|for|not)\b/i,
  /\b(?:it(?:['’]s| is| was)\s+decided|settled on)\b/i,
  /\b(?:let['’]?s|let us|we(?:['’]ll| will| should| shall))\s+(?:go with|use|keep(?!\s+(?:\w+ing|up|it up|on|in touch|each|you|ya|him|them)\b)|stick (?:with|to)|switch to|adopt|drop|avoid|store|move to)\b/i,
  /\blet['’]?s\s+(?:do (?!it\b|this\b|that\b|the same\b)\S|take (?:the|option)|pick|choose|go for (?!a\b|it\b))/i,
  /\bi(?:['’]ll| will)\s+(?:go with|use|stick (?:with|to)|switch to|adopt|store|move to)\b/i,
  /(?:^|[,;.]\s*|\b(?:we|i|we['’](?:re|ll)|i['’](?:m|ll)|are|am|will|should|to|yes)\s+)(?:going|go)\s+with\s+\S/i,
  /\buse\s+\S+(?:\s+\S+){0,6}\s+(?:instead of|rather than|not)\s+\S/i,
  /\buse\s+\S+(?:\s+\S+)?\s+over\s+\S/i,
  /^(?:use|keep|store|prefer)\s+\S.*\b(?:because|since|so that)\b/i,
  /\b(?:we|i)(?:['’]m| am|['’]re| are|['’]ve| have)?\s+(?:choosing|picking|picked|going for|settling on)\b/i,
  /\b(?:the plan is to|(?:final|our|my) (?:choice|decision|pick) (?:is|was))\b/i,
  /\b(?:we|i)(?:['’]ll| will)\s+(?:implement|put|do|keep|store|handle)\s+\S[^,;]*,\s*not\s+\S/i,
  /(?<!\p{L})(?:решили|решено|выбрали)(?!\p{L})/iu,
  /\b(?:entschieden|wir nehmen|beschlossen)\b/i,
  /(?<!\p{L})(?:décidé|on part sur|nous utiliserons)(?!\p{L})/iu,
  /\b(?:decidido|decidimos|vamos a usar|usaremos)\b/i,
  /(?:决定|決定|就用|採用|采用|に決め|ことにしま|ことにした)/,
];

/** Talk about deciding that decides nothing. */
const UNDECIDED = [
  /\b(?:not|never|yet to|\w+n['’]t)\s+(?:\w+\s+){0,2}(?:decide|decided|agreed|chosen|chose|settled|concluded|opted)\b|\bundecided\b/i,
  /^(?:if|should|could|would|whether|which|how|why)\b/i,
  // What the agent takes to hand next is no decision about the work.
  /\bi(?:['’]ll| will)\s+use\s+(?:the|an?|my)\s+(?:(?!(?:for|to|of|in|as|with)\b)[\w:/`-]+\s+){0,4}(?:skill|(?:sub)?agent|tool)s?\b/i,
];

const CONSTRAINT = [
  // "That must have been hard" guesses, it demands nothing.
  /(?<!\ba )\bmust(?!['’]ve\b| have\b| be (?:so|such|really|very|nice|hard|great|tough|fun|a|an)\b| be[.!]?$| feel\b)(?:n['’]t| not)?\b|\b(?:may not|under no circumstances|at all costs)\b/i,
  /(?<!\b(?:it|that|this|there|you|he|she|they|which)\s+)\bmust be an?\b/i,
  // "It always fails" and "I can't find it" tell what happens, not what is wanted.
  /(?<!\b(?:i|it|he|she|they|this|that|which)\s+(?:(?:just|still|really|also|simply|will|would|could)\s+)?)\b(?:cannot|can['’]t)\b(?!\s+(?:wait|believe|imagine|help|say|stop|remember|thank|get enough|go wrong)\b)\s+\p{L}/iu,
  /(?:^|[.,;:(–—-]\s*|\b(?:please|and|but|so|also|then|you|or|should|must|to|will)\s+)(?<!\b(?:it|he|she|they|this|that|which)\s+will\s+)(?:never|always)\s+(?!been|had|have|was|were|be (?:there|here)|will|felt|easy|wanted|the case|there|know|give up|quit|mind)\p{L}+(?<![^s]s|ed|ing)(?!\p{L})/iu,
  /(?:^|[,;:(–—-]\s*|\b(?:please|and|but|so|also|then|you|we|or|just|now|first|time|moment)\s+)(?:do not|don['’]t)\b(?!\s+(?:know|think|understand|see|remember|mind|worry|have|get me|feel|really|be (?:afraid|sorry|shy|too)|hesitate|give up|sweat)\b)/i,
  /(?:^|[.,;:(–—-]\s*|\b(?:please|and|but|so|also|then|just|must|should)\s+)(?:make sure|be sure to|be sure that|ensure)\b/i,
  /\b(?:important\s*:|remember\s*(?:that|:|to)|only (?:use|ever|if|when)|without (?:changing|breaking|touching))\b/i,
  // German
  /\b(?:auf keinen fall|darf nicht|dürfen nicht|muss|müssen|keinesfalls|stell(?:e|t)? sicher|achte(?:t)? darauf|sorge dafür|unbedingt|ausschließlich)\b|^(?!(?:ich|wir|er|sie|es|das)\b).*\b(?:nie|niemals|immer)\b/i,
  /\bbitte (?:\S+ ){0,4}(?:nicht|nichts|kein(?:e[nrms]?)?)\b|^(?:nicht|nichts|kein(?:e[nrms]?)?) (?:\S+ ){0,6}\p{L}+en[.!]?$/iu,
  // French
  /\b(?:il faut|ne pas|doit|doivent|dois|devez|assure-toi|assurez-vous|veille[rz]? à|surtout pas|obligatoirement|sans (?:changer|modifier|casser|toucher))\b|^(?!(?:je|j['’]|on|nous|il|elle|c['’]est)).*\b(?:jamais|toujours)\b/i,
  /(?:^|[,;:(–—-]\s*|\b(?:et|mais|alors|donc)\s+)n(?:e\s+|['’])\p{L}+(?:-\p{L}+)?\s+(?:pas|rien|plus|aucune?)(?!\p{L})/iu,
  // Spanish
  /\b(?:no debe|debe|deben|hay que|tienes que|asegúrate|asegúrese|bajo ningún concepto|sin (?:cambiar|modificar|romper|tocar))\b|^(?!(?:yo|me|mi|nosotros|él|ella)\b).*(?<!\p{L})(?:nunca|jamás|siempre)(?!\p{L})/iu,
  /(?:^[¡]?|[,;:(–—-]\s*|\b(?:y|pero|por favor|también)\s+)no\s+(?:(?:lo|la|los|las|me|nos|te)\s+)?(?!(?:tienes|puedes|sabes|quieres|eres|has|vas|estás|debes|crees|ves|es|estas|las|los|más|después|antes|mas)(?!\p{L}))\p{L}+[ea]s(?!\p{L})/iu,
  // Russian
  /(?<!\p{L})(?:ни в коем случае|нельзя|запрещено|обязательно|не (?:надо|нужно|следует|стоит)|долж(?:ен|на|ны)|должно(?! быть,)|убедись|убедитесь|проследи|проследите)(?!\p{L})|^(?!(?:я|мы|он|она|оно|они|это)(?!\p{L})).*(?<!\p{L})(?:никогда|всегда)(?!\p{L})/iu,
  /(?:^|[,;:(–—-]\s*|(?<!\p{L})(?:пожалуйста|и|но|а|только|также)\s+)не\s+(?!(?:очень|совсем|есть|весь|здесь|лишь|теперь)(?!\p{L}))\p{L}{2,}(?:й|йте|ите|ьте|и|(?<!ш)ь)(?!\p{L})/iu,
  // Chinese and Japanese
  /必须|必須|不要|禁止|总是|總是|绝不|絕不|不得|不准|不许|不許|不可以|严禁|嚴禁|切勿|请勿|請勿|务必|務必|一定要|千万别|只能(?:用|使用|修改)|(?:你|绝对|絕對|千万)不能|(?:^|[，。；、,;\s请請])别(?![的人处名称])/u,
  /必ず(?!失敗|エラー|落ち|発生)|(?:し|ら|か|さ|た|ま|わ|が|べ|え|け|せ|て|ね|め|れ)ないで(?:ください|下さい|ほしい|[。！!]|$)|ないこと[。！!]?$|てはいけ|てはなら|なければ(?:ならない|なりません)|(?:絶対に|決して).+(?:ない|ません|こと|ください)/u,
];

const SHORTEST = 8;
/** A sign of Chinese or Japanese says as much as half a word. */
const SHORTEST_IN_SIGNS = 4;
const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LONGEST = 400;

const says = (sentence: string, patterns: readonly RegExp[]): boolean =>
  sentence.length >= (SIGNS.test(sentence) ? SHORTEST_IN_SIGNS : SHORTEST) &&
  sentence.length <= LONGEST &&
  !sentence.endsWith("?") &&
  patterns.some((pattern) => pattern.test(sentence)) &&
  !isCourtesy(sentence);

export const isDecision = (sentence: string): boolean =>
  says(sentence, DECISION) && !UNDECIDED.some((pattern) => pattern.test(sentence));
export const isConstraint = (sentence: string): boolean => says(sentence, CONSTRAINT);

/** "Now fix it, use `a` instead of `b`:" announces what is done at once. */
const ANNOUNCES = /[:：]$/;

export const decisionsIn = (text: string): string[] =>
  sentences(text).filter((sentence) => !ANNOUNCES.test(sentence) && isDecision(sentence));

/** Words of a rule that only tell or guess something: "it must be the cache", "where we use it but don't change it". */
const NOT_INSISTED = [
  // "must be a" and the like are no demands anywhere.
  /\b(?:it|this|that|there)\s+must\s+be\s+(?:the|some\w*|because|why|where|how|due|caused|from|related|one of)\b/i,
  /\b(?:i (?:guess|suppose|assume|bet|believe|suspect)|probably|maybe|perhaps|apparently|presumably|(?:it|that) (?:seems|looks like))\b/i,
  // What somebody did or will do themselves, and what happened.
  /\b(?:i|we)(?:['’]ll| will|['’]m going to)\b[^.;]*\b(?:make sure|ensure)\b/i,
  /^(?:i|we|they|it|this|that)(?:['’]ve| have| had)?\s+(?:got|ran|did|saw|\p{L}+ed)\b.*\bwithout\b/iu,
  /^(?:es|das) muss (?!.*\b(?:bleiben|werden|können|sein[, ].*(?:bleib|dass))\b)/i,
  /(?<!\p{L})(?:ça|ce|cela) doit (?:être|venir)|\bil doit y avoir\b/iu,
  /^(?:eso |esto )?deben? (?:de )?(?:ser|haber|estar)\b/i,
  /(?<!\p{L})(?:наверное|видимо|кажется|похоже|должно быть)(?!\p{L})/iu,
];
/** Rules that hold only under what comes before them in the same breath: "where we … but don't", "if we can't …". */
const TELLING =
  /\b(?:where|when|whenever|if|because|since|although|though|which|who|while|why|how|what)\s+(?:(?:i|we|you|they|he|she|it|there|this|that|the \w+)\s+)(?:(?!\b(?:please|must|make sure|ensure)\b)[^,;:.()–—])*?\b(?:do not|don['’]t|cannot|can['’]t|never|always)\b(?!.*[,;:.()–—]\s*(?:(?:please|and|but|so|then)\s+)*(?:do not|don['’]t|never|always|make sure|ensure|only)\b)/i;

const isInsisted = (sentence: string): boolean =>
  isConstraint(sentence) && !TELLING.test(sentence) && !NOT_INSISTED.some((pattern) => pattern.test(sentence));

/** What the user insists on in a prompt, in their own words: no guess, no account of how things are, nothing out of a document. */
export const constraintsIn = (text: string): string[] => sentences(ownWords(text)).filter(isInsisted);
