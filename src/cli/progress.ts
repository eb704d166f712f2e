const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** With separators: 31415 is 31,415. */
export const counted = (count: number): string => count.toLocaleString("en-US");

/** `1 session`, `31,415 sessions`. */
export const howMany = (count: number, noun: string): string => `${counted(count)} ${noun}${count === 1 ? "" : "s"}`;

export function lasting(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < MINUTE) return `${whole} s`;
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)} min ${whole % MINUTE} s`;
  return `${Math.floor(whole / HOUR)} h ${Math.floor((whole % HOUR) / MINUTE)} min`;
}

const MB = 1_000_000;

/** A readable size: `12.3 MB`. */
export function sized(bytes: number): string {
  if (bytes >= 1000 * MB) return `${(bytes / (1000 * MB)).toFixed(1)} GB`;
  return bytes >= MB ? `${(bytes / MB).toFixed(1)} MB` : `${Math.ceil(bytes / 1000)} kB`;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  /** Since it began. */
  readonly seconds: number;
}

/** Progress, rate and time left. */
export function progressLine({ done, total, seconds }: Progress): string {
  const share = total === 0 ? 100 : Math.floor((100 * done) / total);
  const far = `${share} %, ${counted(done)} of ${counted(total)} texts`;
  if (done === 0 || seconds <= 0) return far;
  const rate = done / seconds;
  return `${far}, ${counted(Math.round(rate))} a second, ${lasting((total - done) / rate)} left`;
}

const MOST_CELLS = 24;
const LEAST_CELLS = 6;

/** The same for bytes. */
export function bytesLine({ done, total, seconds }: Progress): string {
  const far = `${Math.floor(100 * shareOf(done, total))} %, ${sized(done)} of ${sized(total)}`;
  if (done === 0 || seconds <= 0) return far;
  const rate = done / seconds;
  return `${far}, ${(rate / MB).toFixed(1)} MB/s, ${lasting((total - done) / rate)} left`;
}

const shareOf = (done: number, total: number): number => (total === 0 ? 1 : Math.min(1, done / total));

/** One line: a bar that shrinks to fit the text, and `aside` if there is room. */
export function barLine(progress: Progress, aside: string, width: number): string {
  const words = bytesLine(progress);
  const full = aside === "" || words.length + 2 + aside.length > width ? words : `${words}, ${aside}`;
  const cells = Math.min(MOST_CELLS, width - full.length - 1);
  if (cells < LEAST_CELLS) return full.slice(0, width);
  const filled = Math.floor(shareOf(progress.done, progress.total) * cells);
  return `${"█".repeat(filled)}${"░".repeat(cells - filled)} ${full}`;
}
