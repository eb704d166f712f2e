import { folded } from "../text/words.ts";

/** A piece of a question that can mean a time, or keep two others apart. */
export interface Token {
  /** As the tables spell it; empty for what cannot mean a time: paths, versions, keys. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly capital: boolean;
  readonly number?: { readonly value: number; readonly ordinal: boolean };
  readonly date?: DateFigures;
}

/** A date in figures. Which of `first` and `second` is the month, the language says where they do not. */
export interface DateFigures {
  readonly year: number | undefined;
  readonly first: number;
  readonly second: number | undefined;
  readonly monthLeads: boolean;
}

const UNSPACED = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー";
/* A date or a number ends where a script without spaces begins, so that 5月 is two pieces and every sign is one. */
const PIECE = new RegExp(`[〇零一二三四五六七八九十]+|[${UNSPACED}]|[^\\s${UNSPACED}]+`, "gu");
const NUMERALS = "〇一二三四五六七八九";
const NUMERAL = /^[〇零一二三四五六七八九十]/;
const UNSPACED_SIGN = new RegExp(`^[${UNSPACED}]`, "u");
const WORDY = /[\p{L}\p{N}\p{M}]/u;
const ASCII_WORD = /^[a-z]+$/;
const WORD = /^[\p{L}\p{M}]+$/u;
const COMPOUND = /^[\p{L}\p{M}]+(?:['’ʼ‐-][\p{L}\p{M}]+)*['’]?$/u;
const JOINT = /['’ʼ‐–-]/;
const ORDINAL = /^(\d{1,2})(?:st|nd|rd|th|er|ere|re|[ºª°]|-?(?:го|е|ое|й))$/u;
const YEAR_DAY = /^(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2})(?:t[\d:.]{2,12}z?)?)?$/;
const DAY_YEAR = /^(\d{1,2})[./-](?:(\d{1,2})[./-])?(\d{4})$/;
const DAY_MONTH = /^(\d{1,2})([./])(\d{1,2})$/;
const LEADING_WORD = /^(\p{L}+)-(\d{4})$/u;

/** 十二, 二十三, 二〇二三. */
function numeral(signs: string): number {
  const [tens, ones] = signs.split("十");
  const figures = (part: string) => [...part].reduce((sum, sign) => sum * 10 + Math.max(0, NUMERALS.indexOf(sign)), 0);
  if (ones === undefined) return figures(signs);
  return (tens ? figures(tens) : 1) * 10 + figures(ones);
}

function dateIn(core: string, dotted: boolean): DateFigures | undefined {
  const whole = YEAR_DAY.exec(core);
  if (whole) {
    // 2023.5 is a version or a sum, 2023/5 a part of a path.
    if (whole[4] === undefined && whole[2] !== "-") return undefined;
    const day = whole[4] === undefined ? undefined : Number(whole[4]);
    return { year: Number(whole[1]), first: Number(whole[3]), second: day, monthLeads: true };
  }
  const dayFirst = DAY_YEAR.exec(core);
  if (dayFirst) {
    const [first, second] = [Number(dayFirst[1]), dayFirst[2] === undefined ? undefined : Number(dayFirst[2])];
    return { year: Number(dayFirst[3]), first, second, monthLeads: second === undefined };
  }
  const short = DAY_MONTH.exec(core);
  if (!short || (short[2] === "." && !dotted)) return undefined;
  return { year: undefined, first: Number(short[1]), second: Number(short[3]), monthLeads: false };
}

const isCapital = (text: string): boolean => text.charAt(0) !== text.charAt(0).toLowerCase();

function* compound(core: string, from: number): Generator<Token> {
  let at = from;
  for (const part of core.split(JOINT)) {
    if (part !== "") {
      const number = /^\d+$/.test(part) ? { value: Number(part), ordinal: false } : undefined;
      yield { text: plain(part), from: at, to: at + part.length, capital: isCapital(part), number };
    }
    at += part.length + 1;
  }
}

function plain(word: string): string {
  const lower = word.toLowerCase();
  return ASCII_WORD.test(lower) ? lower : folded(word);
}

function* spaced(piece: string, from: number): Generator<Token> {
  let start = 0;
  let end = piece.length;
  while (start < end && !WORDY.test(piece.charAt(start))) start++;
  while (end > start && !WORDY.test(piece.charAt(end - 1))) end--;
  const sign = (text: string, at: number): Token => ({ text, from: at, to: at + 1, capital: false });
  if (start > 0) yield sign(piece === "," || piece === "、" ? "," : piece.charAt(0), from);
  if (start === end) return;

  const core = piece.slice(start, end);
  const place = { from: from + start, to: from + end, capital: isCapital(core) };
  const behind = piece.charAt(end);
  yield* wordsOf(core, place, behind === ".");
  if (behind === "." && /^\d{1,2}$/.test(core)) return;
  if (behind !== "") yield sign(behind === "、" || behind === "，" ? "," : behind, place.to);
}

function* wordsOf(
  core: string,
  place: { readonly from: number; readonly to: number; readonly capital: boolean },
  dotted: boolean,
): Generator<Token> {
  if (WORD.test(core)) return yield { text: plain(core), ...place };
  if (core.length <= 40 && COMPOUND.test(core)) return yield* compound(core, place.from);
  if (core.length > 30) return yield { text: "", ...place };
  if (/^\d{1,4}$/.test(core)) {
    return yield { text: core, ...place, number: { value: Number(core), ordinal: dotted } };
  }
  const lower = core.toLowerCase();
  const ordinal = ORDINAL.exec(lower);
  if (ordinal) return yield { text: core, ...place, number: { value: Number(ordinal[1]), ordinal: true } };
  if (/^[qt][1-4]$/.test(lower)) return yield { text: lower, ...place };
  const date = dateIn(lower, dotted);
  if (date) return yield { text: core, ...place, date };
  if (LEADING_WORD.test(core)) return yield* compound(core, place.from);
  yield { text: "", ...place };
}

/** More words than the characters that are looked at can hold, unless they are no words. */
const MOST_TOKENS = 600;

export function tokensOf(question: string): Token[] {
  const tokens: Token[] = [];
  // Figures of full width stand one for one, so that every place stays what it was.
  const text = question.replace(/[０-９]/g, (figure) => String.fromCharCode(figure.charCodeAt(0) - 0xfee0));
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    if (tokens.length >= MOST_TOKENS) break;
    const place = { text: piece, from: index, to: index + piece.length, capital: false };
    if (NUMERAL.test(piece) && piece.length <= 4)
      tokens.push({ ...place, number: { value: numeral(piece), ordinal: false } });
    else if (UNSPACED_SIGN.test(piece)) tokens.push(place);
    else tokens.push(...spaced(piece, index));
  }
  return tokens;
}
