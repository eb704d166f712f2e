import type { Likely, RankedItem } from "./rank-items.ts";

export interface FormattedItems {
  readonly text: string;
  readonly shown: readonly RankedItem[];
}

const SEPARATOR = " ";

export interface ItemsFormat {
  /** Leaves out those that the agent has anyway. */
  readonly isKnown?: (item: RankedItem) => boolean;
  /** Whose they are and of when, where the text around them does not say it. */
  readonly source?: string;
}

function written(
  { items, ranges }: Likely,
  room: number,
  { source = "", isWhole }: { readonly source?: string | undefined; readonly isWhole: boolean },
): FormattedItems {
  const titles = { files: `In use${source}: `, others: `Also${source}: ` };
  const lines = { files: [] as string[], others: [] as string[] };
  const shown: RankedItem[] = [];
  let left = room;
  for (const item of items) {
    const isFile = item.kind === "path";
    const line = isFile ? lines.files : lines.others;
    const range = isFile ? ranges.get(item.value) : undefined;
    const name = isWhole && item.isInWork ? item.value : item.label;
    const label = /\s/.test(name) ? `"${name}"` : name;
    const text = range ? `${label}:${range.from}-${range.to}` : label;
    const cost =
      text.length + (line.length > 0 ? SEPARATOR.length : (isFile ? titles.files : titles.others).length + 1);
    if (cost > left) continue;
    left -= cost;
    line.push(text);
    shown.push(item);
  }
  const titled = (title: string, parts: readonly string[]) => (parts.length > 0 ? [title + parts.join(SEPARATOR)] : []);
  return { text: [...titled(titles.files, lines.files), ...titled(titles.others, lines.others)].join("\n"), shown };
}

/** As many of the items as fit, the likeliest first: one line for files, one for names, references and URLs. */
export function formatItems(
  { items, ranges }: Likely,
  room: number,
  { isKnown = () => false, source }: ItemsFormat = {},
): FormattedItems {
  const likely = { items: items.filter((item) => !isKnown(item)), ranges };
  const whole = written(likely, room, { source, isWhole: true });
  return whole.shown.length === likely.items.length ? whole : written(likely, room, { source, isWhole: false });
}
