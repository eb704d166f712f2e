import { DAY, midnight, type Span, type Unit, unitAt } from "./calendar.ts";
import { ago, rolling } from "./counted.ts";
import { dayAlone, figures, yearAlone } from "./dated.ts";
import { dayWord, weekday } from "./days.ts";
import { behindFillers, type Context, type Found, isRole, type Sight, termAt, withHours } from "./reading.ts";
import type { Role } from "./terms.ts";
import { besideDate, calendarUnit, dayOfUnit, weekOfMonth } from "./units.ts";
import { yearFirst, yearly } from "./yearly.ts";

const READERS = [
  dayWord,
  ago,
  calendarUnit,
  rolling,
  dayOfUnit,
  weekOfMonth,
  besideDate,
  weekday,
  yearFirst,
  yearly,
  yearAlone,
  figures,
  dayAlone,
] as const;

/** The reading that takes the most words. */
function longestAt(sight: Sight, at: number, context: Context): Found | undefined {
  let best: Found | undefined;
  for (const read of READERS) {
    const found = read(sight, at, context);
    if (found && found.next > (best?.next ?? at)) best = found;
  }
  const found = withHours(sight, best);
  return found?.loose && found.from > sight.now ? undefined : found;
}

/** The article and the prepositions before a time, and what they vouch for. */
function leadAt(sight: Sight, at: number, given: Context): { readonly next: number; readonly context: Context } {
  let context = given;
  const next = behindFillers(sight, at);
  for (let place = at; place < next && context !== "range"; place++) {
    if (isRole(sight, place, "on")) context = "on";
    else if (isRole(sight, place, "in")) context = "in";
    else if (isRole(sight, place, "of", "from") && context === "none") context = "of";
  }
  return { next, context };
}

const EDGES = ["start", "middle", "end"] as const satisfies readonly Role[];
const EDGED: ReadonlySet<Unit> = new Set(["week", "month", "quarter", "year"]);

/** A month begins and ends for a third of it, a year for a quarter. */
function part({ from, to }: Span, which: number): Span {
  const share = (to - from) / (to - from > 200 * DAY ? 4 : 3);
  const [first, last] = [midnight(from + share), midnight(to - share)];
  return which === 0 ? { from, to: first } : which === 1 ? { from: first, to: last } : { from: last, to };
}

/** The unit in which now lies, named by itself: only where its beginning or its end is asked for. */
function bareUnit(sight: Sight, at: number): Found | undefined {
  const unit = termAt(sight, at, "unit");
  return unit && !unit.many && EDGED.has(unit.unit)
    ? { ...unitAt(sight.now, unit.unit), next: at + 1, loose: true }
    : undefined;
}

/** Early in March, at the end of last year, 年初. */
function edgeAt(sight: Sight, at: number): Found | undefined {
  const leads = EDGES.findIndex((edge) => isRole(sight, at, edge));
  if (leads >= 0) {
    const read = (from: Sight) => {
      const lead = leadAt(from, at + 1, "in");
      return longestAt(from, lead.next, "in") ?? bareUnit(from, lead.next);
    };
    return edgeOf(sight, read, leads);
  }
  if (!sight.language.postpositions) return undefined;
  const read = (from: Sight) => longestAt(from, at, "in") ?? bareUnit(from, at);
  const found = read(sight);
  if (!found) return undefined;
  const behind = behindFillers(sight, found.next);
  // 去年年底 says the year twice.
  const place = termAt(sight, behind, "unit") ? behind + 1 : behind;
  const trails = EDGES.findIndex((edge) => isRole(sight, place, edge));
  const edge = trails < 0 ? undefined : edgeOf(sight, read, trails);
  return edge && { ...edge, next: place + 1 };
}

function edgeOf(sight: Sight, read: (sight: Sight) => Found | undefined, which: number): Found | undefined {
  const found = read(sight);
  if (!found || found.to - found.from <= 2 * DAY) return undefined;
  const edge = part(found, which);
  if (edge.from <= sight.now || found.from > sight.now) return { ...found, ...edge };
  // The end of this week is to come; the end of March was that of the last.
  if (!found.loose) return undefined;
  const earlier = read({ ...sight, now: found.from - 1 });
  return earlier && { ...earlier, ...part(earlier, which) };
}

/** A time with what leads to it, and what widens or narrows it. */
export function pointAt(sight: Sight, at: number, given: Context): Found | undefined {
  const lead = leadAt(sight, at, given);
  if (isRole(sight, lead.next, "around")) {
    const inner = leadAt(sight, lead.next + 1, "in");
    const found = edgeAt(sight, inner.next) ?? longestAt(sight, inner.next, "on");
    if (!found) return undefined;
    const pad = Math.min(30, Math.max(2, Math.round((found.to - found.from) / DAY / 4))) * DAY;
    return { ...found, from: found.from - pad, to: found.to + pad };
  }
  return edgeAt(sight, lead.next) ?? longestAt(sight, lead.next, lead.context);
}
