import { written } from "../../../conversation/index.ts";
import { type ClosingWords, SPACED, UNSPACED } from "./words.ts";

/* Whether a message ends the sitting. It is read clause by clause: words of parting count where they are a clause, not where they are talked about. */

interface Matcher {
  readonly farewell: RegExp;
  readonly last: RegExp;
  readonly alone: RegExp;
}

/** Whole clauses only, whatever courtesies stand around them. */
function whole(patterns: readonly string[], around: readonly string[], space: string): RegExp {
  const courtesy = `(?:${around.join("|")})`;
  return new RegExp(`^(?:${courtesy}${space})*(?:${patterns.join("|")})(?:${space}${courtesy})*$`, "u");
}

const matcher = ({ farewells, last, alone, around }: ClosingWords, space: string): Matcher => ({
  farewell: whole(farewells, around, space),
  last: whole([...farewells, ...last], around, space),
  alone: whole([...farewells, ...last, ...alone], around, space),
});

const MATCHERS = [...SPACED.map((one) => matcher(one, " ")), ...UNSPACED.map((one) => matcher(one, " ?"))];

const COURTESY = [
  ...SPACED.map(({ around }) => new RegExp(`^(?:(?:${around.join("|")})(?: |$))+$`, "u")),
  ...UNSPACED.map(({ around }) => new RegExp(`^(?:(?:${around.join("|")}) ?)+$`, "u")),
];

/** Longer clauses say more than good-bye. */
const LONGEST_CLAUSE = 80;
/** In a long message only its end is the writer's own good-bye: the rest may be pasted. */
const LONGEST_TALK = 600;
const READ_OF_LONGER = 1000;

const QUOTED = /`[^`]*`|"[^"]*"|“[^”]*”|«[^»]*»|「[^」]*」|『[^』]*』|‘[^’]*’/gu;
/** The Spanish "and" is a French word for "there". */
const CLAUSE_END =
  /\s*(?:[,;，、；–—]|\s-\s|(?<![\p{L}'’])(?:and|then|und|et|y(?! (?:all|vais|va\b|allons))|e|и)(?!\p{L}))\s*/u;

const plain = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[‘’´]/gu, "'")
    .replace(/(?:\p{Extended_Pictographic}|\uFE0F|(?<=^|\s)[:;]-?[)(dp](?=\s|$))/gu, "")
    .replace(/[.!。！~～…]+(?=\s|$)|[¡¿*_()]/gu, "")
    .replace(/\s+/gu, " ")
    .trim();

/** Stands for whatever says no good-bye. */
const OTHER = "?";

/** What the writer says in their own name. Questions, lists and what a colon announces are told as something that is no good-bye. */
function clausesOf(message: string): string[] {
  const found: string[] = message.length > READ_OF_LONGER ? [OTHER] : [];
  let isAnnounced = false;
  for (const { text, mark } of written(message.slice(-READ_OF_LONGER).replace(QUOTED, " … "))) {
    const isOwn = mark === "" && !isAnnounced && !/[?？]\s*$/u.test(text) && !/[:：]\s/u.test(text);
    found.push(...(isOwn ? text.split(CLAUSE_END).map(plain) : [OTHER]));
    isAnnounced = /[:：]\s*$/u.test(text);
  }
  return found.filter((clause) => clause !== "");
}

const fits = (clause: string, kind: keyof Matcher): boolean =>
  clause.length <= LONGEST_CLAUSE && MATCHERS.some((one) => one[kind].test(clause));
const isCourteous = (clause: string): boolean =>
  clause.length <= LONGEST_CLAUSE && COURTESY.some((one) => one.test(clause));

/** "Hello, goodbye" is a list of words. */
const GREETING = /(?:^| )(?:hello|hi|hey|hola|hallo|bonjour|olá|privet|привет|你好|您好|こんにちは|안녕하세요)$/u;

/** Whether the user says with this message that they stop: "goodnight", "that's it for today", "commit this and see you tomorrow". */
export function closes(message: string): boolean {
  const clauses = clausesOf(message);
  while (clauses.length > 1 && isCourteous(clauses.at(-1) ?? "")) clauses.pop();
  const end = clauses.at(-1);
  if (end === undefined) return false;
  const others = clauses.slice(0, -1);
  if (others.every(isCourteous) && fits(end, "alone")) return true;
  if (fits(end, "last") && !others.some((clause) => GREETING.test(clause))) return true;
  return message.length <= LONGEST_TALK && others.some((clause) => fits(clause, "farewell"));
}

/** Whether a message says nothing but that: it asks for no work. */
export function onlyCloses(message: string): boolean {
  const clauses = clausesOf(message);
  return closes(message) && clauses.every((clause) => isCourteous(clause) || fits(clause, "alone"));
}
