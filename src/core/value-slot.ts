import { hasQuestion } from "./questions.ts";
import { denials, withoutMarks, wordsKey } from "./same-words.ts";

/**
 * The one value that a statement gives to something: `timeout = 30`, "The staging port is 8080". Two statements with
 * the same key and different values cannot both be valid. Read from the form alone; statements that allow several
 * values (what one likes, uses, fixed) have no slot.
 */
export interface Slot {
  readonly key: string;
  /** The thing that has the value, as it is written. */
  readonly name: string;
  readonly value: string;
}

/** Longer statements contain more than one value. */
const LONGEST = 300;
const SEVERAL_SENTENCES = /[.!?…;]["')\]]*\s+\S|[。！？；]\s*\S|\n/u;
const END = /[.!。！]+$/u;

const ASSIGNMENT =
  /^["'`]?(?<name>[\p{L}_][\p{L}\p{N}\p{M}_./ -]{0,59}?)["'`]?(?:\s*=(?![=>~])\s*|:\s+|：\s*)(?<value>\S.*)$/u;
const MOST_KEY_WORDS = 4;
const MOST_VALUE_WORDS = 6;

/** An equals sign in words. */
const EQUALS = new Set("is are ist sind est sont è sono é são это 是 为 為 は".split(" "));
/** One of several allows others: "An option is Redis". */
const ONE_OF_SEVERAL = new Set("a an one another some ein eine un une una uno um uma".split(" "));
/** With so many equal words two sentences are about the same number. */
const FEWEST_WORDS = 4;

const TOKEN = /`[^`]+`|"[^"]+"|“[^”]+”|«[^»]+»|\S+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
const EQUALS_BEFORE_VALUE =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[是为為は](?=\s*[\p{sc=Latin}\d`"“$€£¥/])/gu;
const SCRIPT_CHANGES =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])(?=[\p{sc=Latin}\d$€£¥/])|(?<=[\p{sc=Latin}\d%€])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;

const NUMBER = /^[~≈±]?[$€£¥₽]?[-+]?v?\d[\d.,:_]*(?:\p{L}{1,3}|[%$€£¥₽]|°\p{L}?)?$/u;
const VERSION = /^v?\d+(?:\.\d+)+(?:[-+][\w.]+)?$/i;
const UNIT = /^(?:[kmgt]i?b|[µmn]?s|min|h|[kcm]?m|[km]?g|m?l|px|r?em|[km]?w|[kmg]?hz|%|°\p{L}?|[$€£¥₽])$/iu;
const DATE = /^\d{4}-\d\d|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/;
const QUOTED = /^(?:`.+`|".+"|“.+”|«.+»)$/u;
/** A path, an address, an identifier, a code. */
const IDENTIFIER = /[/\\_@#]|\p{L}[.:]\p{L}|\p{Ll}\p{Lu}|\p{L}-?\d|\d\p{L}/u;
const NAME = /^\p{Lu}[\p{L}\p{N}.+#&-]*$/u;

const withoutEnd = (token: string): string => (QUOTED.test(token) ? token : token.replace(/[.,;:!)]+$/u, ""));
const isNumber = (token: string): boolean => NUMBER.test(token) || VERSION.test(token);
const isName = (token: string): boolean => NAME.test(token);
const isValue = (token: string): boolean =>
  isNumber(token) || DATE.test(token) || QUOTED.test(token) || IDENTIFIER.test(token) || isName(token);

const tokensOf = (text: string): string[] =>
  text.replace(EQUALS_BEFORE_VALUE, " $& ").replace(SCRIPT_CHANGES, " ").match(TOKEN) ?? [];

/** Two signs of a script without spaces say about as much as a word. */
const wordsIn = (tokens: readonly string[]): number =>
  tokens.reduce((sum, token) => sum + (UNSPACED.test(token) ? [...token].length / 2 : 1), 0);

const slot = (name: string, value: string, rest = ""): Slot => ({
  key: `${wordsKey(name)}=${wordsKey(rest)}`,
  name,
  value,
});

function assigned(text: string): Slot | undefined {
  const { name, value } = ASSIGNMENT.exec(text)?.groups ?? {};
  if (name === undefined || value === undefined || tokensOf(name).length > MOST_KEY_WORDS) return undefined;
  const [first = "", ...others] = tokensOf(value).map(withoutEnd);
  const isOneValue = others.length === 0 || (isNumber(first) && others.length === 1);
  if (!isOneValue && (others.length >= MOST_VALUE_WORDS || ![first, ...others].every(isValue))) return undefined;
  return slot(name, value);
}

/** "The rent is $1,450 a month": the value right after the equals sign, and what follows it. */
function equated(tokens: readonly string[]): Slot | undefined {
  const at = tokens.findIndex((token) => EQUALS.has(token.toLowerCase()));
  const subject = tokens.slice(0, at);
  if (at < 1 || ONE_OF_SEVERAL.has((subject[0] ?? "").toLowerCase())) return undefined;
  // "It is 3" does not name the thing.
  if (subject.length < 2 && !UNSPACED.test(subject[0]?.[1] ?? "") && !IDENTIFIER.test(subject[0] ?? ""))
    return undefined;
  let end = at + 1;
  while (
    isValue(withoutEnd(tokens[end] ?? "")) &&
    (end === at + 1 || withoutEnd(tokens[end - 1] ?? "") === tokens[end - 1])
  )
    end += 1;
  if (end === at + 1) return undefined;
  return slot(
    subject.join(" "),
    tokens
      .slice(at + 1, end)
      .map(withoutEnd)
      .join(" "),
    tokens.slice(end).join(" "),
  );
}

/**
 * "Staging runs on port 3000": a number at the end. Days are times of events, and a denial may be about several values.
 */
function counted(tokens: readonly string[]): Slot | undefined {
  const hasUnit = UNIT.test(tokens.at(-1) ?? "");
  const subject = tokens.slice(0, hasUnit ? -2 : -1);
  const [value = "", unit = ""] = tokens.slice(subject.length);
  if (!isNumber(value) || DATE.test(value) || wordsIn(subject) < FEWEST_WORDS) return undefined;
  return denials(subject.join(" ")) > 0 ? undefined : slot(subject.join(" "), `${value} ${unit}`.trim());
}

export function slotOf(text: string): Slot | undefined {
  if (text.length > LONGEST) return undefined;
  const line = withoutMarks(text.normalize("NFC")).trim();
  if (hasQuestion(line) || SEVERAL_SENTENCES.test(line)) return undefined;
  const statement = line.replace(END, "");
  const tokens = tokensOf(statement);
  return assigned(statement) ?? equated(tokens) ?? counted(tokens);
}
