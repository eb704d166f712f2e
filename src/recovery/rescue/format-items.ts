import type { LineRange } from "./line-range.ts";
import type { Likely, RankedItem } from "./rank-items.ts";

export interface FormattedItems {
  readonly text: string;
  readonly shown: readonly RankedItem[];
}

const SEPARATOR = " ";

const written = ({ from, to }: LineRange): string => `${from}-${to}`;

export interface ItemsFormat {
  /** Leaves out those that the agent has anyway. */
  readonly isKnown?: (item: RankedItem) => boolean;
  /** Whose they are and of when, where the text around them does not say it. */
  readonly source?: string;
}

function listed(
  { items, lookedAt }: Likely,
  room: number,
  { source = "", isWhole }: { readonly source?: string | undefined; readonly isWhole: boolean },
): FormattedItems {
  const title = `In use${source}:`;
  const parts: string[] = [];
  const shown: RankedItem[] = [];
  let left = room - title.length;
  for (const item of items) {
    const range = item.isInWork ? lookedAt.get(item.value)?.ranges[0] : undefined;
    const name = isWhole && item.isInWork ? item.value : item.label;
    const label = /\s/.test(name) ? `"${name}"` : name;
    const text = range ? `${label}:${written(range)}` : label;
    const cost = SEPARATOR.length + text.length;
    if (cost > left) continue;
    left -= cost;
    parts.push(text);
    shown.push(item);
  }
  return { text: parts.length === 0 ? "" : [title, ...parts].join(SEPARATOR), shown };
}

/** As many of the items as fit, in one line, the likeliest first. */
export function formatItems(
  { items, lookedAt }: Likely,
  room: number,
  { isKnown = () => false, source }: ItemsFormat = {},
): FormattedItems {
  const likely = { items: items.filter((item) => !isKnown(item)), lookedAt };
  const whole = listed(likely, room, { source, isWhole: true });
  return whole.shown.length === likely.items.length ? whole : listed(likely, room, { source, isWhole: false });
}

/** Where the agent looked last, file by file: what it reads again is mostly there. Empty where nothing fits. */
export function formatLookedAt({ lookedAt }: Likely, room: number): string {
  const parts = ["Looked at last:"];
  for (const { label, ranges } of lookedAt.values()) {
    const text = `${label}:${ranges.map(written).join(",")}`;
    if ([...parts, text].join(SEPARATOR).length <= room) parts.push(text);
  }
  return parts.length === 1 ? "" : parts.join(SEPARATOR);
}
