import { prose } from "./text.ts";

/** Words that carry a conversation on without asking for anything, in the languages people type them. */
const COURTESIES = new Set(
  `ok okay k kk yes yeah yep yup no nope sure right great good nice cool perfect awesome excellent wonderful fine thanks
  thank you thx ty cheers please pls go on ahead continue proceed carry next done it that this looks look all lgtm agreed
  correct exactly understood got bye goodbye goodnight night see ya later tomorrow hi hello hey welcome so very much a
  lot the work job well for now is was i do keep going let's lets us
  danke vielen dank super gut ja nein weiter bitte tschüss prima passt
  merci oui non parfait super bien continue s'il te plaît vous au revoir
  gracias sí si no vale perfecto bien genial continúa adelante por favor adiós
  obrigado obrigada sim não perfeito grazie perfetto
  好 好的 谢谢 继续 对 是 嗯 行 可以 不错 再见 晚安 明天见 ありがとう はい いいえ 了解 続けて お願いします おやすみ 네 감사합니다 고마워 계속
  спасибо да нет хорошо ок продолжай`.split(/\s+/),
);

const LONGEST_COURTESY_WORDS = 8;

/** Whether a prompt is only courtesy or consent ("ok thanks", "yes, go on"): it asks for nothing by itself. */
export function isCourtesy(text: string): boolean {
  const words = prose(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'\s]/gu, " ")
    .split(/\s+/)
    .filter((word) => word.length > 0);
  return words.length <= LONGEST_COURTESY_WORDS && words.every((word) => COURTESIES.has(word));
}
