/*
 * Names of things in a text: paths, files, identifiers, keys, versions. An exact match of these is worth most: nobody
 * writes `rotateRefreshToken` by chance.
 */
const TOKEN = /[\p{L}\p{N}_@$][\p{L}\p{N}_@$./:#-]*[\p{L}\p{N}_]/gu;
const SHAPES = [
  // A path or a file: src/auth/session.ts, session.ts
  /\p{L}[^/]*\/[^/]*\p{L}/u,
  /^[\p{L}\p{N}_-]+\.\p{Ll}{1,5}$/u,
  // snake_case, CONSTANT_CASE, camelCase, KB-412, v1.8.0, b7720ce
  /\p{L}_\p{L}/u,
  /\p{Ll}\p{Lu}/u,
  /^\p{Lu}{2,}-\d+$/u,
  /^v?\d+\.\d+\.\d+/,
  /^(?=.*\d)(?=.*[a-f])[\da-f]{7,40}$/,
];
const SHORTEST = 4;
const LONGEST = 120;
/** Longer texts were pasted; their beginning is enough. */
const READ = 20_000;

/** Each once, in the order of the text. */
export function namesIn(text: string): string[] {
  const found = new Set<string>();
  for (const [token] of text.slice(0, READ).matchAll(TOKEN))
    if (token.length >= SHORTEST && token.length <= LONGEST && SHAPES.some((shape) => shape.test(token)))
      found.add(token);
  return [...found];
}
