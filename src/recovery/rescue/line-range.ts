/** A part of a file, by its lines. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** `   123→text`, `123\ttext`, `123: text`, as clients number the lines of a file that they show. */
const NUMBERED = /^[ \t]*(\d{1,6})(?:→|\t|: ?|\| ?)/gm;
/** More than that is no place to look at. */
const LONGEST = 400;

/** The lines that a result shows of a file, where it numbers them. */
export function lineRangeOf(text: string): LineRange | undefined {
  const numbers = [...text.matchAll(NUMBERED)].map(([, number]) => Number(number)).filter((number) => number > 0);
  const [from, to] = [numbers[0], numbers.at(-1)];
  return from === undefined || to === undefined || to < from || to - from > LONGEST ? undefined : { from, to };
}
