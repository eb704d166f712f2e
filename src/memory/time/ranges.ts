import { DAY } from "./calendar.ts";
import { ago, counted } from "./counted.ts";
import { pointAt } from "./points.ts";
import { type Found, isRole, type Sight, termAt } from "./reading.ts";

/** From one to the other. What names no year on the left takes it from the right: between March and May 2022. */
function joined(sight: Sight, at: number, left: Found, right: Found): Found | undefined {
  const anchored = left.loose ? pointAt({ ...sight, now: right.from }, at, "range") : left;
  if (!anchored || anchored.from >= right.to) return undefined;
  return { from: anchored.from, to: right.to, next: right.next };
}

/** Where a time ends that is to come: next Monday, 来週の月曜日. */
function aheadOf(sight: Sight, at: number): number | undefined {
  if (!termAt(sight, at + 1, "unit")) return pointAt(sight, at + 1, "in")?.next;
  const inside = pointAt(sight, at + 2, "in");
  return inside?.loose ? inside.next : at + 2;
}

/** The time named at a place; "ahead" with where it ends if it is none of the past. */
export function timeAt(sight: Sight, at: number): Found | { readonly ahead: number } | undefined {
  if (isRole(sight, at, "ahead")) {
    const ahead = aheadOf(sight, at);
    if (ahead) return { ahead };
  }
  const { now } = sight;
  const opens = isRole(sight, at, "between", "from", "since");
  if (opens) {
    const left = pointAt(sight, at + 1, "range");
    const right =
      left && isRole(sight, left.next, "and", "to", "until") ? pointAt(sight, left.next + 1, "range") : undefined;
    const range = left && right && joined(sight, at + 1, left, right);
    if (range) return closed(sight, range);
  }
  if (isRole(sight, at, "since")) {
    const start = pointAt(sight, at + 1, "in") ?? counted(sight, at + 1);
    if (start && start.from <= now) return closed(sight, { from: start.from, to: now, next: start.next });
  }
  if (isRole(sight, at, "after")) {
    const start = pointAt(sight, at + 1, "in");
    if (start && start.to <= now) return { from: start.to, to: now, next: start.next };
  }
  if (isRole(sight, at, "before") && !ago(sight, at)) {
    const end = pointAt(sight, at + 1, "in");
    if (end) return { from: 0, to: end.from, next: end.next };
  }
  if (isRole(sight, at, "until")) {
    const end = pointAt(sight, at + 1, "in");
    // Until Friday: it is the next one that is waited for.
    if (end)
      return end.loose && end.to - end.from <= DAY ? { ahead: end.next } : { from: 0, to: end.to, next: end.next };
  }
  const point = pointAt(sight, at, "none");
  return point && afterPoint(sight, at, point);
}

function afterPoint(sight: Sight, at: number, point: Found): Found | { readonly ahead: number } {
  const { next } = point;
  if (isRole(sight, next, "aheadThen")) return { ahead: next + 1 };
  if (isRole(sight, next, "to", "until") || (sight.language.postpositions && isRole(sight, next, "and"))) {
    const right = pointAt(sight, next + 1, "range");
    const range = right && joined(sight, at, point, right);
    if (range) return closed(sight, range);
  }
  if (!sight.language.postpositions) return point;
  if (isRole(sight, next, "sinceThen") && point.from <= sight.now)
    return { from: point.from, to: sight.now, next: next + 1 };
  if (isRole(sight, next, "afterThen") && point.to <= sight.now)
    return { from: point.to, to: sight.now, next: next + 1 };
  return isRole(sight, next, "beforeThen", "until")
    ? { from: 0, to: isRole(sight, next, "beforeThen") ? point.from : point.to, next: next + 1 }
    : point;
}

/** With the word that closes a range in some languages: 3月から5月まで, 三月和五月之间. */
function closed(sight: Sight, range: Found): Found {
  return sight.language.postpositions && isRole(sight, range.next, "until", "between", "sinceThen")
    ? { ...range, next: range.next + 1 }
    : range;
}
