import { isPlaceholder } from "./not-secrets.ts";

/**
 * What a redacted secret is replaced by. No anchor may occur inside it, or redacting twice would differ from redacting
 * once.
 */
export const MARKER = "[REDACTED]";

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Hit {
  readonly text: string;
  /** Where the anchor was found. */
  readonly start: number;
  readonly end: number;
  /** Everything before this is redacted already and must not be looked at. */
  readonly floor: number;
}

/**
 * One way to find secrets. The scanner reads the text once and calls `find` wherever an anchor occurs (letter case
 * ignored);
 * `find` looks at a bounded piece of text around the anchor and says what to redact.
 */
export interface Rule {
  readonly anchors: readonly string[];
  readonly find: (hit: Hit) => readonly Span[] | undefined;
  /** The spans may be apart from the anchor and from each other: what is between still has to be scanned. */
  readonly wide?: boolean;
}

export function span(start: number, end: number): readonly Span[] {
  return [{ start, end }];
}

/** Runs a sticky expression at one place. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/**
 * The group of a sticky expression at one place, unless it is a placeholder. Where its words occur in the match more
 * than once, the last is meant.
 */
export function captured(
  pattern: RegExp,
  text: string,
  at: number,
  isSecret: (value: string) => boolean = () => true,
): readonly Span[] | undefined {
  const match = matchAt(pattern, text, at);
  const value = match?.[1];
  if (!match || !value || value.includes(MARKER) || isPlaceholder(value) || !isSecret(value)) return undefined;
  const from = at + match[0].lastIndexOf(value);
  return span(from, from + value.length);
}

/** Where a sticky expression that begins at one place ends, or -1. Cheaper than a match when nothing else is asked. */
export function endAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
