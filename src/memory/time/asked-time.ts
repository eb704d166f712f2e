export interface AskedTime {
  readonly from: number;
  readonly to: number;
  readonly words: string;
}
const MONTHS = "january february march april may june july august september october november december".split(" ");
export function askedTime(q: string, now: number): AskedTime | undefined {
  const l = q.toLowerCase();
  const m =
    /\b(?:in|of|during|since|\d{1,2}(?:st|nd|rd|th)?) ?(january|february|march|april|may|june|july|august|september|october|november|december),? ?(\d{4})?/.exec(
      l,
    );
  if (!m) return undefined;
  const k = MONTHS.indexOf(m[1] ?? "");
  let y = m[2] ? Number(m[2]) : new Date(now).getUTCFullYear();
  if (!m[2] && Date.UTC(y, k, 1) > now) y--;
  return { from: Date.UTC(y, k, 1), to: Date.UTC(y, k + 1, 1), words: m[0] };
}
