import type { Expectation } from "./story.ts";

const NEAR_CHARS = 500;
const SAYS_OPEN = /\b(?:open|unfinished|in progress|to[ -]do|next step|next:|failing|failed|go on with)\b/i;
const SAYS_FINISHED = /\b(?:finished|done|closed|completed?|settled|merged|shipped)\b/i;
const SAYS_RULE = /^\W*(?:the |your |project )?(?:rules?|constraints?|decisions?|decided|always|must)\b/i;
const AGE = /\b\d+ ?(?:s|min|h|d)\b/;
/** A line that names what stands under it. */
const HEADING = /^\s*(?:#+\s|\*\*[^*]+\*\*:?\s*$|[^:]{1,60}:\s*$)/;

function near(text: string, old: RegExp, by: RegExp): boolean {
  const at = text.search(old);
  return at < 0 || by.test(text.slice(Math.max(0, at - NEAR_CHARS), at + NEAR_CHARS));
}

/** The lines that match, each with the heading that it stands under. */
function linesOf(text: string, pattern: RegExp): { line: string; heading: string }[] {
  let heading = "";
  return text.split("\n").flatMap((line) => {
    if (HEADING.test(line)) heading = line;
    return pattern.test(line) ? [{ line, heading }] : [];
  });
}

const isCalledOpen = (text: string, work: RegExp): boolean =>
  linesOf(text, work).some(
    ({ line, heading }) => !SAYS_FINISHED.test(line) && (SAYS_OPEN.test(line) || SAYS_OPEN.test(heading)),
  );

const isCalledRule = (text: string, said: RegExp): boolean =>
  linesOf(text, said).some(({ line, heading }) => SAYS_RULE.test(line) || SAYS_RULE.test(heading));

const hasAge = (text: string, pattern: RegExp): boolean =>
  linesOf(text, pattern).some(({ line, heading }) => AGE.test(line.replace(pattern, "")) || AGE.test(heading));

const occurrences = (text: string, pattern: RegExp): number =>
  text.split(new RegExp(pattern.source, pattern.flags)).length - 1;

/** What a text lacks or should not hold, in words. */
export function missesOf(text: string, expectation: Expectation): string[] {
  const { gives = {}, lacks = {}, replaced = {}, before = {}, notOpen = {}, aged = {}, once = {} } = expectation;
  const { notRules = {}, shortLine } = expectation;
  const missing = (what: string) => `missing: ${what}`;
  return [
    ...Object.entries(gives).flatMap(([what, pattern]) => (pattern.test(text) ? [] : [missing(what)])),
    ...Object.entries(lacks).flatMap(([what, pattern]) => (pattern.test(text) ? [`given: ${what}`] : [])),
    ...Object.entries(replaced).flatMap(([what, { old, by }]) =>
      near(text, old, by) ? [] : [`given without what replaced it: ${what}`],
    ),
    ...Object.entries(before).flatMap(([what, [first, second]]) => {
      const [one, two] = [text.search(first), text.search(second)];
      return two >= 0 && (one < 0 || one > two) ? [`not in this order: ${what}`] : [];
    }),
    ...Object.entries(notOpen).flatMap(([what, work]) => (isCalledOpen(text, work) ? [`given as open: ${what}`] : [])),
    ...Object.entries(notRules).flatMap(([what, said]) =>
      isCalledRule(text, said) ? [`given as a rule: ${what}`] : [],
    ),
    ...Object.entries(aged).flatMap(([what, pattern]) => (hasAge(text, pattern) ? [] : [`given without age: ${what}`])),
    ...Object.entries(once).flatMap(([what, pattern]) => {
      const count = occurrences(text, pattern);
      return count === 1 ? [] : [`given ${count} times: ${what}`];
    }),
    ...(shortLine
      ? text
          .split("\n")
          .filter((line) => shortLine.of.test(line) && line.length > shortLine.chars)
          .map((line) => `a line of ${line.length} characters: ${line}`)
      : []),
    ...(expectation.nothing && text !== "" ? ["given: something"] : []),
  ];
}
