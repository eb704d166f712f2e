import type { Unit } from "./calendar.ts";
import type { Meaning } from "./terms.ts";

/** How one language speaks of time: entries are set apart by commas, small words by spaces. */
export interface Language {
  readonly locale: string;
  /** Words without content: they tell the language, and that a number before them counted nothing. */
  readonly small: string;
  readonly words: Readonly<Partial<Record<Meaning, string>>>;
  /** One, and after a bar many of them. */
  readonly units: Readonly<Partial<Record<Unit, string>>>;
  /** One, two, three …, each in its forms. */
  readonly numbers: readonly string[];
  readonly ordinals?: readonly string[];
  /** Names of months and weekdays that `Intl` does not give, from January and from Monday on. */
  readonly months?: readonly string[];
  readonly weekdays?: readonly string[];
  /** Names that `Intl` gives and that running text uses for something else. */
  readonly notNames?: string;
  /** Whether weekdays stand without a preposition; where they do not, the bare name tells a habit. */
  readonly bareWeekdays: boolean;
  readonly shortWeekdays: boolean;
  /** Whether 5/7/2023 is in May, and a day can follow its month. */
  readonly monthFirst?: boolean;
  /** Whether since, before, early and late stand behind what they are said of. */
  readonly postpositions?: boolean;
  /** What quarters are counted with besides Q. */
  readonly quarterLetter?: string;
}
