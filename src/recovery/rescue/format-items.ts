import type { Likely, RankedItem } from "./rank-items.ts";

export interface FormattedItems {
  readonly text: string;
  readonly shown: readonly RankedItem[];
}

const FILES = "In use: ";
const OTHERS = "Also: ";
const SEPARATOR = " ";

/** As many of the items as fit, the likeliest first: one line for files, one for names, references and URLs. */
export function formatItems(
  { items, ranges }: Likely,
  room: number,
  isKnown: (item: RankedItem) => boolean = () => false,
): FormattedItems {
  const lines = { files: [] as string[], others: [] as string[] };
  const shown: RankedItem[] = [];
  let left = room;
  for (const item of items) {
    if (isKnown(item)) continue;
    const isFile = item.kind === "path";
    const line = isFile ? lines.files : lines.others;
    const range = isFile ? ranges.get(item.value) : undefined;
    const label = /\s/.test(item.label) ? `"${item.label}"` : item.label;
    const text = range ? `${label}:${range.from}-${range.to}` : label;
    const cost = text.length + (line.length > 0 ? SEPARATOR.length : (isFile ? FILES : OTHERS).length + 1);
    if (cost > left) continue;
    left -= cost;
    line.push(text);
    shown.push(item);
  }
  const written = (title: string, parts: readonly string[]) =>
    parts.length > 0 ? [title + parts.join(SEPARATOR)] : [];
  return { text: [...written(FILES, lines.files), ...written(OTHERS, lines.others)].join("\n"), shown };
}
