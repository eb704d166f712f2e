import { prose } from "./sentences.ts";

/** Words that keep a conversation going without asking for anything, in several languages. */
const COURTESIES = new Set(
  `ok okay k kk yes yeah yep yup no nope sure right great good nice cool perfect awesome excellent wonderful fine thanks
  thank you thx ty cheers please pls go on ahead continue proceed carry next done it that this looks look all lgtm agreed
  correct exactly understood with step steps resume where we left off got bye goodbye goodnight night see ya later tomorrow hi hello hey welcome so very much a
  lot the work job well for now is was i do keep going let's lets us it's that's i'm sounds works
  danke schön vielen dank super gut ja nein weiter weitermachen mach mache machen geht's bitte tschüss prima passt
  merci beaucoup d'accord oui non parfait super bien continue continuez poursuis vas-y allez-y s'il te plaît vous au revoir
  muchas gracias sí si no vale perfecto bien genial continúa continua sigue siga adelante por favor adiós
  obrigado obrigada sim não perfeito grazie perfetto
  好 好的 好吧 谢谢 谢谢你 谢谢您 多谢 没问题 继续 继续吧 对 是 嗯 行 可以 不错 再见 晚安 明天见 ありがとう ありがとうございます どうも はい いいえ 了解 続けて 続けてください 続き お願いします おやすみ 네 감사합니다 고마워 계속 계속해 주세요 계속해줘
  спасибо да нет хорошо ок продолжай продолжайте дальше`.split(/\s+/),
);

const LONGEST_COURTESY_WORDS = 8;
const LONGEST_COURTESY_CHARS = 200;
/** "ok?" asks for nothing; "is this right?" does. */
const LONGEST_COURTEOUS_QUESTION = 2;

const wordsIn = (text: string): string[] =>
  prose(text)
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/[^\p{L}\p{N}'\s]/gu, " ")
    .split(/\s+/)
    .filter((word) => word.length > 0);

const MOSTLY = 0.8;
/** "perfect, thanks, that's it for today": courtesy with a word or two about the rest. */
export function isMostlyCourtesy(text: string): boolean {
  const words = wordsIn(text);
  return words.filter((word) => COURTESIES.has(word)).length >= MOSTLY * words.length;
}

/** Whether a prompt is only courtesy or consent ("ok thanks", "yes, go on"): it asks for nothing. */
export function isCourtesy(text: string): boolean {
  if (text.length > LONGEST_COURTESY_CHARS) return false;
  const words = wordsIn(text);
  const longest = /[?？]\s*$/.test(text) ? LONGEST_COURTEOUS_QUESTION : LONGEST_COURTESY_WORDS;
  // A prompt of nothing but code is a request too.
  if (words.length === 0) return !/[\p{L}\p{N}]/u.test(text);
  return words.length <= longest && words.every((word) => COURTESIES.has(word));
}
