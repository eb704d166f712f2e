import { contentTerms } from "../../memory/index.ts";

/** The words of a text; a name has the words it is made of. */
export const wordsOf = (text: string): ReadonlySet<string> => new Set(contentTerms(text));
