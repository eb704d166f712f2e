import type { Lookout } from "./lookout.ts";

/** Where the things that are looked for stand in a text: by their numbers, the lines, each once, ascending, from 0. */
export interface Marks {
  readonly lines: readonly string[];
  readonly at: readonly (readonly number[] | undefined)[];
}

/** Lets others work meanwhile, where it is time. */
export type Pause = () => Promise<void>;

const TOKEN = /[\p{L}_$][\p{L}\p{N}\p{M}_$]*(?:-[\p{L}\p{N}_$]+)*/gu;
/** What is still to be done is no code that does it. */
const UNDONE = /\b(?:TODO|FIXME|XXX|HACK|TBD)\b|not (?:yet )?implemented|NotImplemented|unimplemented!|todo!/;
/** What a manifest says of its project is a promise as well. */
const DESCRIBED = /^\s*"?(?:description|keywords|tagline|summary)"?\s*[:=]/;
/** Words of the language itself, which say nothing of what is done. */
const GRAMMAR =
  /^\s*from\s+\S+\s+import\b|^\s*(?:export|import|from|public|private|package|use|using)\b|\b(?:import|export)(?=\s*[({*]|\s+(?:type|default|const|function|class|async)\b)|\bdelete(?=\s+[\w$]+[.[])|\b(?:default|static|return|extends|implements)\b(?=\s)/g;
const LINES_BETWEEN_PAUSES = 200;
/** What is longer was not written by hand. */
export const LONGEST_LINE = 2000;

export async function scan(text: string, lookout: Lookout, pause: Pause, isCode = true): Promise<Marks> {
  const lines = text.split("\n");
  const at: (number[] | undefined)[] = new Array(lookout.size);
  for (const [number, whole] of lines.entries()) {
    if (number % LINES_BETWEEN_PAUSES === 0) await pause();
    const line = whole.length > LONGEST_LINE ? whole.slice(0, LONGEST_LINE) : whole;
    if (isCode && (UNDONE.test(line) || DESCRIBED.test(line))) continue;
    const spoken = isCode ? line.replace(GRAMMAR, " ") : line;
    for (const [token] of spoken.matchAll(TOKEN))
      for (const id of lookout.idsOf(token)) {
        const known = at[id];
        if (!known) at[id] = [number];
        else if (known[known.length - 1] !== number) known.push(number);
      }
  }
  return { lines, at };
}
