/*
 * Short cues for what a sentence may be: the only list of them. They only propose: rules and decisions are always shown
 * with source and age, and what the agent or the user recorded comes first.
 */

const LETTER_BEFORE = "(?<![\\p{L}\\p{N}'’])";
const LETTER_AFTER = "(?![\\p{L}\\p{N}'’])";
const words = (list: string, signs = ""): RegExp =>
  new RegExp(`${LETTER_BEFORE}(?:${list})${LETTER_AFTER}${signs === "" ? "" : `|${signs}`}`, "iu");

/** Something has to hold, or must not happen. */
const RULE = words(
  [
    "from now on|ab jetzt|ab sofort|désormais|dorénavant|a partir de (?:ahora|agora)|d['’]ora in poi|отныне",
    "must(?:n['’]t)?|never|always|nobody|no one|read[- ]only|off[- ]limits|niemand|personne ne|nadie|ninguém|nessuno|никто|(?:has|needs) to|(?<!(?:i|we|you|['’]d) )have to|at (?:most|least)|make sure|ensure",
    "should(?:n['’]?t)?|(?:do not|don['’]?t|cannot|can['’]?t)(?= \\p{L})|avoid|(?<=^|[.,;:!] |and |but |please )only(?= \\p{L})|stick to|prefer",
    "muss|müssen|darf|dürfen|nie|niemals|immer|kein(?:e[nmrs]?)?|nicht (?:verwenden|nutzen|benutzen|anfassen|ändern)|soll(?:en|te)?|bitte nicht",
    "doit|doivent|jamais|toujours|il faut|n(?:e |['’])\\p{L}+ (?:pas|plus)|uniquement|surtout",
    "deben?|nunca|jamás|siempre|hay que|tienen? que|no (?:quiero|usar|uses|toques|se puede|se debe)|nada de|solamente",
    "devem?|sempre|não (?:quero|usar|use|pode)|nunca|apenas|tem que|deve|devono|mai|non (?:voglio|usare|deve)",
    "никогда|всегда|нельзя|должн[аоы]|должен|не (?:надо|нужно|используй|трогай|хочу)|обязательно",
  ].join("|"),
  "必须|必須|不要|不能|不得|禁止|总是|總是|始终|绝不|絕不|只能|一定要|务必|别(?=[用改动碰])|必ず|絶対|ないで|항상|절대|반드시|마세요|하지 마",
);

/** It was chosen, or something else was ruled out. */
const DECISION = words(
  [
    "instead(?: of)?|rather than|decided|agreed (?:on|to|that)|chose|settled on|we['’]ll (?:use|go|stay|keep)|go(?:ing)? with|went with|stay with|stick with|switch(?:ing)? to|no longer|from today|plans? changed|change of plans?|does(?:n['’]t| not) help|not worth",
    "stattdessen|statt|entschieden|beschlossen|wir nehmen|nehmen wir|wir (?:nutzen|verwenden|bleiben)|lieber|ab heute",
    "plutôt|au lieu|décidé|on (?:prend|utilise|garde|part sur|reste)",
    "en lugar de|en vez de|decidido|decidimos|usaremos|cambio de planes|a partir de hoy|ya no",
    "em vez de|vamos (?:usar|com)|a partir de hoje|invece di|abbiamo deciso|usiamo|da oggi in poi",
    "вместо|решили|решено|берём|берем",
  ].join("|"),
  "决定|決定|改用|就用|而不是|采用|採用|从现在|改成|换成|代わりに|ではなく|にします|に変更|今後|대신|결정|로 하자",
);

/** It is valid for the moment or for one task only. */
const FOR_NOW = words(
  [
    "yet|for now|right now|just now|this time|for the moment|tonight",
    "noch nicht|erstmal|vorerst|im moment|pour l['’]instant|pas encore|todavía no|aún no|por ahora|de momento",
    "ainda não|por enquanto|per ora|non ancora|пока|ещё не|еще не",
  ].join("|"),
  "暂时|先别|先不|还没|まだ|とりあえず|今は|일단|아직",
);

/** It describes how something is, not how it should be. */
const REPORT =
  /(?:^(?:and |but )?you (?:never|always|only) |does(?:n['’]t| not)|did(?:n['’]t| not)|is(?:n['’]t| not)|was(?:n['’]t| not)|(?:still|just|it|this|that|they|which) (?:never|always|only|not|can['’]?t|cannot|don['’]?t)|\b(?:i|we)\b[^.;,]{0,30} (?:make sure|ensure)|to ensure (?:i|we)|must have been|can['’]?t wait|(?:i|we)['’](?:ve|m|re) (?:never|always|only)|(?:i|we) (?:can['’]?t|cannot|don['’]?t (?:know|see|think|understand|remember|have|get)|only|never|always|just|still|should(?: be able)?)|funktioniert nicht|geht nicht|marche pas|no funciona|не работает)/i;

/** "You are the reviewer": it tells an agent what it is. */
const ROLE =
  /^\s*(?:you are (?:the|an?|acting)\s|du bist (?:der|die|das|ein)|tu es (?:un|le|la)|eres (?:un|el|la)|你是(?:一[个名位])?)/i;
export const assignsRole = (text: string): boolean => ROLE.test(text);

const QUESTION = /[?？]["”')*]*$|(?:ですか|ますか|吗|까)[。.]?$/;
const LONGEST = 320;

const isStatement = (text: string): boolean => text.length <= LONGEST && !QUESTION.test(text);

export const soundsLikeRule = (text: string): boolean =>
  isStatement(text) && RULE.test(text) && !REPORT.test(text) && !FOR_NOW.test(text);

/** It was meant for the moment, and is of no use later. */
export const isForNow = (text: string): boolean => FOR_NOW.test(text);

export const soundsLikeDecision = (text: string): boolean => isStatement(text) && DECISION.test(text);

/** The words in which people and agents name what comes next. */
const NEXT_STEP = words(
  [
    "(?<=^|[^\\p{L}\\p{N}\\s] ?)next|next(?=[.!…]?$)|next steps?|up next|remaining(?=:| (?:work|steps?|tasks?|items?))|still (?:need|have|to)|now (?:let|(?:i|we)(?:['’]ll)?)|(?:i|we)['’]ll now|to ?do|i['’]d|(?<=; )then",
    "als nächstes|nächster schritt|noch offen|jetzt muss|bleibt noch",
    "ensuite|prochaine étape|reste à|il reste|je vais|(?:lo )?siguiente|próximo paso|falta|a continuación|ahora voy",
    "próximo passo|a seguir|agora vou|prossimo passo|resta da|ora devo|следующ(?:ий|им) шаг(?:ом)?|дальше|теперь|осталось",
  ].join("|"),
  "下一步|接下来|接下來|还需要|次は|次に|次のステップ|残り|다음(?: 단계)?|남은",
);
export const soundsLikeNextStep = (text: string): boolean => text.length <= LONGEST && NEXT_STEP.test(text);

/** Something that was open is settled. */
const DONE = words(
  "done|fixed|finished|completed|implemented|merged|shipped|erledigt|fertig|terminé|fini|hecho|listo|feito|fatto|готово|сделано",
  "完成|搞定|完了|완료",
);
export const soundsLikeDone = (text: string): boolean => !QUESTION.test(text) && DONE.test(text);

/** It corrects an earlier statement. */
const CORRECTION = new RegExp(
  [
    "^(?:no|nope|nein|non|нет|nee|não)[,:;.!–—-]+\\s*.*(?:\\d|\\bnot\\b|nicht|sondern|pas|sino|не\\s)",
    `${LETTER_BEFORE}(?:wrong|incorrect|i meant|correction|my mistake|actually|sondern|je voulais dire|quise decir)${LETTER_AFTER}`,
    "不对|不對|搞错|弄错|应该是|不是.{1,40}是|ではなく|じゃなくて|違います|아니라|틀렸",
  ].join("|"),
  "iu",
);
export const soundsLikeCorrection = (text: string): boolean => isStatement(text) && CORRECTION.test(text);

/** Something was tried and did not work. */
const FAILURE = words(
  [
    "(?:did|does)(?:n['’]t| not) (?:work|help|fix)|failed|fails|reverted|rolled back|gave up|dead end|no luck",
    "funktioniert(?:e)? nicht|nicht funktioniert|fehlgeschlagen|marche pas|n['’]a pas marché|échoué",
    "no (?:funciona|funcionó)|falló|não funcion(?:a|ou)|non funziona|не (?:работает|сработало|помогло)",
  ].join("|"),
  "没用|不行|失败|うまくいか|動かな|안 (?:돼|됐)|실패",
);
export const soundsLikeFailure = (text: string): boolean => isStatement(text) && FAILURE.test(text);

/** The words with which a question begins, whether it ends with its mark or not. */
const ASKING = new RegExp(
  `^(?:(?:and|but|so|also|ok|hey|well|h+mm*|then)[, ]+)*(?:what|how|why|when|where|who|whose|which|is|are|am|was|were|do|does|did|can|could|should|would|will|have|has|any|wie|was|warum|wann|wo|wer|kann|soll|ist|comment|pourquoi|quel(?:le)?s?|est-ce|cómo|qué|cuál|como|qual|как|что|почему|когда)${LETTER_AFTER}`,
  "iu",
);
export const beginsAsQuestion = (text: string): boolean => ASKING.test(text);

/** "yes please": an answer that accepts an offer. */
const CONSENT = new RegExp(
  `^(?:ye[sap]?|yeah|ya|sure|ok(?:ay)?|please do|do (?:it|that)|go ahead|sounds good|agreed|ja|so machen|machen wir|oui|d['’]accord|sí|vale|dale|sim|claro|pode ser|va bene|да|давай(?:те)?|ага)${LETTER_AFTER}|^(?:好|可以|行|是|はい|お願いします|네)`,
  "iu",
);
export const soundsLikeConsent = (text: string): boolean => CONSENT.test(text);

const REFUSAL = new RegExp(`^(?:no|nope|nein|non|não|нет)${LETTER_AFTER}|^(?:不|いいえ|아니)`, "iu");
/** An answer that accepts or declines an offer. */
export const soundsLikeAnswer = (text: string): boolean => CONSENT.test(text) || REFUSAL.test(text);

/** The agent proposes a way to do it. */
const PROPOSAL = words(
  [
    "(?:i|we)(?:['’]d| would| could)|suggest|recommend|propose|vorschlag|schlage|würde(?:n wir)?|empfehle",
    "je (?:propose|suggère|recommande|ferais)|sugiero|propongo|recomiendo|sugiro|proponho|recomendo|suggerisco|consiglio",
    "предлагаю|советую|рекомендую",
  ].join("|"),
  "提案|おすすめ|建议|建議|推荐|제안|추천",
);
export const soundsLikeProposal = (text: string): boolean => text.length <= LONGEST && PROPOSAL.test(text);

const CHOICE = words("or|oder|ou|или", "还是|還是|或者|または|それとも|또는|아니면");
/** It names several ways to do it. */
export const hasChoice = (text: string): boolean => text.length <= LONGEST && CHOICE.test(text);

/** What failed does not fail any more. */
const SETTLED = words(
  [
    "pass(?:es|ed)?|green|works?|fine|ok|sorted|solved|resolved|grün|passt|läuft|behoben|geht (?:jetzt|wieder)",
    "passent?|réglée?|corrigée?|marche|pasan?|arreglad[oa]|resuelt[oa]|passou|passa|resolvid[oa]|funciona|risolt[oa]",
    "зел[её]н\\p{L}*|работает|проходит|починил\\p{L}*|исправ\\p{L}*",
  ].join("|"),
  "直りま|直った|通りま|通った|解決|修好|通过|해결|통과",
);
export const soundsLikeSettled = (text: string): boolean =>
  isStatement(text) && (SETTLED.test(text) || DONE.test(text)) && !FAILURE.test(text) && !RULE.test(text);

const NOTHING =
  /^[([]?(?:none|nothing(?: (?:left|else|more))?|nil|n\/a|tbd|todo|empty|keine?|nichts|rien|aucun|nada|ninguno|niente|无|なし|없음|-+|—|\.{3}|…)[)\]]?[.!]?$/i;
/** Whether a text only says that there is nothing. */
export const saysNothing = (text: string): boolean => NOTHING.test(text);

export const isQuestion = (text: string): boolean => QUESTION.test(text);
