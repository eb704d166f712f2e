/** A part of a text: from a character on, so many. */
export interface Span {
  readonly start: number;
  readonly size: number;
}

const BREAK = /[.!?…。！？]["')\]]*\s+|\n+|[。！？]/g;

/**
 * A text in passages: whole sentences up to about `target` characters, because a long message that answers one question
 * in one of its paragraphs must not be drowned by its others. Never more than `most`: what is longer is cut more
 * coarsely.
 */
export function split(text: string, target: number, most: number): Span[] {
  const room = Math.max(target, Math.ceil((1.3 * text.length) / most));
  if (text.length <= 1.4 * room) return [{ start: 0, size: text.length }];
  const spans: Span[] = [];
  let start = 0;
  let last = 0;
  const cutAt = (end: number) => {
    spans.push({ start, size: end - start });
    start = end;
    last = end;
  };
  const seen = (end: number) => {
    if (end - start > room && last > start) cutAt(last);
    while (end - start > 2 * room) cutAt(between(text, start + room));
    last = end;
  };
  for (const found of text.matchAll(BREAK)) seen(found.index + found[0].length);
  seen(text.length);
  if (text.length > start) cutAt(text.length);
  return mostOf(spans, most);
}

/** The end of a whole character there or just behind. */
function between(text: string, at: number): number {
  const isHalf = (text.codePointAt(at - 1) ?? 0) > 0xffff;
  return isHalf ? at + 1 : at;
}

/** The rounding of the last few must not lose anything either. */
function mostOf(spans: Span[], most: number): Span[] {
  if (spans.length <= most) return spans;
  const kept = spans.slice(0, most);
  const last = kept[most - 1];
  const end = spans.at(-1);
  if (last && end) kept[most - 1] = { start: last.start, size: end.start + end.size - last.start };
  return kept;
}
