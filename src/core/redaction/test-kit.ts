/** Made-up secrets for the tests: drawn from alphabets at run time, so that none is in the repository. */
export const ALPHABETS = {
  hex: "0123456789abcdef",
  lower: "abcdefghijklmnopqrstuvwxyz0123456789",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  base32: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
  alnum: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  urlsafe: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-",
  base64: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
  digits: "0123456789",
} as const;

export type Alphabet = keyof typeof ALPHABETS;

/** A small generator of numbers: the same seed, the same secrets. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function draw(alphabet: Alphabet, length: number, roll: () => number): string {
  const letters = ALPHABETS[alphabet];
  let drawn = "";
  while (drawn.length < length) drawn += letters[Math.floor(roll() * letters.length)] ?? "";
  return drawn;
}

export function uuid(roll: () => number): string {
  return [8, 4, 4, 4, 12].map((length) => draw("hex", length, roll)).join("-");
}

/** `{alnum:36}` and `{uuid}` in a pattern are drawn; the rest stays. */
export function make(pattern: string, roll: () => number): string {
  return pattern.replace(/\{(?:(\w+):(\d+)|uuid)\}/g, (_, alphabet: Alphabet | undefined, length: string) =>
    alphabet ? draw(alphabet, Number(length), roll) : uuid(roll),
  );
}

/** Is a long piece of the secret still to be read? */
export function leaks(secret: string, output: string): boolean {
  const lines = secret.split(/\n\s*|\\+n/).filter((line) => line.length >= 16);
  if (lines.length > 1) return lines.some((line) => output.includes(line));
  const limit = secret.length <= 16 ? Math.ceil(0.75 * secret.length) : Math.max(12, Math.ceil(0.35 * secret.length));
  for (let from = 0; from + limit <= secret.length; from++) {
    if (output.includes(secret.slice(from, from + limit))) return true;
  }
  return false;
}
