const MONTHS = `jan(?:uary|uar|v|vier)?|feb(?:ruary|ruar)?|f[ée]v(?:rier|ereiro)?|mar(?:ch|s|zo|ço)?|m[äa]rz|apr(?:il|ile)?|avr(?:il)?|abr(?:il)?|may|mai|mayo|maio|maggio|june?|juin|juni|junio|junho|giugno|july?|juil(?:let)?|juli|julio|julho|luglio|aug(?:ust)?|août|agosto|sept?(?:ember|embre|iembre)?|set(?:embro|tembre)|oct(?:ober|obre|ubre)?|okt(?:ober)?|ottobre|outubro|nov(?:ember|embre|iembre|embro)?|dec(?:ember)?|dez(?:ember|embro)?|déc(?:embre)?|dic(?:iembre|embre)?|января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря`;

const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:\s?(?:[ap]m\b|[ap]\.m\.))?`;
/** A full stop makes a time only where a word says so. */
const DOTTED_CLOCK = String.raw`\d{1,2}\.\d{2}\s?(?:uhr(?!\p{L})|(?:[ap]m\b|[ap]\.m\.))`;
const HALF_DAY = String.raw`\d{1,2}\s?(?:[ap]m\b|[ap]\.m\.)`;

/** Dates and times that begin with a digit. */
const DATE = new RegExp(
  [
    String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?!\d)`,
    String.raw`\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?![\d.])`,
    String.raw`\d{2,4}年(?:\d{1,2}月(?:\d{1,2}[日号])?)?`,
    String.raw`\d{1,2}月\d{1,2}[日号]`,
    String.raw`\d{2,4}년(?:\s?\d{1,2}월(?:\s?\d{1,2}일)?)?`,
    String.raw`\d{1,2}월\s?\d{1,2}일`,
    String.raw`\d{1,2}(?:st|nd|rd|th|er|º|\.)?(?:\s(?:of|de))?[\s-](?:${MONTHS})(?!\p{L})\.?(?:,?(?:\s(?:de))?[\s-]\d{4})?`,
    String.raw`${CLOCK}(?![\d:.]\d)(?:\s?(?:uhr|h)(?!\p{L}))?`,
    String.raw`\d{1,2}(?:st|nd|rd|th)(?!\p{L})`,
    DOTTED_CLOCK,
    HALF_DAY,
    String.raw`\d{1,2}\s?(?:uhr|点半?|時半?|시)(?![\p{sc=Latin}])(?:\d{1,2}\s?[分분])?`,
    String.raw`\d{1,2}h\d{0,2}(?!\p{L})`,
    String.raw`(?:19|20)\d{2}(?![\d.,:/-]?\w)`,
  ].join("|"),
  "iuy",
);
const MONTH = new RegExp(`^(?:${MONTHS})\\.?$`, "iu");
const AFTER_MONTH = /\d{1,2}(?:st|nd|rd|th)?(?:,?\s?\d{4})?(?!\d)|\d{4}(?!\d)/y;

/** Where the date or time that begins at `at` ends; -1 where none does. */
export function dateEnd(text: string, at: number): number {
  DATE.lastIndex = at;
  return DATE.test(text) ? DATE.lastIndex : -1;
}

export const isMonth = (word: string): boolean => word.length >= 3 && word.length <= 10 && MONTH.test(word);

/** Where "May 3rd, 2024" ends, when the day is at `at`. */
export function dayEnd(text: string, at: number): number {
  AFTER_MONTH.lastIndex = at;
  return AFTER_MONTH.test(text) ? AFTER_MONTH.lastIndex : -1;
}
