/** A question mark that ends a sentence: the one in an address, a pattern or `a?.b` asks nothing. */
const ENDS_ASKING = /\?(?=[?!.…"'”’»)\]*_`~]*(?:\s|$|\p{Extended_Pictographic}))|？/u;

/** Whether any sentence of a text is marked as a question. */
export const hasQuestion = (text: string): boolean => ENDS_ASKING.test(text);
