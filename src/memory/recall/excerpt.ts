/** The part of a text with most of the terms; a short text stays whole. */
export function excerpt(text: string, terms: readonly string[], most: number): string {
  if (text.length <= most) return text;
  const places = placesOf(text.toLowerCase(), terms);
  let best = { start: 0, found: 0 };
  let first = 0;
  for (let last = 0; last < places.length; last++) {
    const end = places[last] ?? 0;
    while (end - (places[first] ?? 0) > most / 2) first += 1;
    if (last - first + 1 > best.found) best = { start: places[first] ?? 0, found: last - first + 1 };
  }
  const start = Math.max(0, Math.min(best.start - Math.floor(most / 4), text.length - most));
  const cut = text.slice(start, start + most).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
  return `${start > 0 ? "…" : ""}${cut}${start + most < text.length ? "…" : ""}`;
}

const MOST_PLACES = 1000;

function placesOf(text: string, terms: readonly string[]): number[] {
  const places: number[] = [];
  for (const term of terms) {
    const word = term.toLowerCase();
    if (word === "") continue;
    for (let at = text.indexOf(word); at >= 0 && places.length < MOST_PLACES; at = text.indexOf(word, at + word.length))
      places.push(at);
  }
  return places.sort((a, b) => a - b);
}
