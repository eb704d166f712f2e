const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** As people read it: 31415 is 31,415. */
export const counted = (count: number): string => count.toLocaleString("en-US");

export function lasting(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < MINUTE) return `${whole} s`;
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)} min ${whole % MINUTE} s`;
  return `${Math.floor(whole / HOUR)} h ${Math.floor((whole % HOUR) / MINUTE)} min`;
}

const MB = 1_000_000;

/** As people read sizes: `12.3 MB`. */
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

/** How far something is, how fast it goes and how long it will take. */
export function progressLine({ done, total, seconds }: Progress): string {
  const share = total === 0 ? 100 : Math.floor((100 * done) / total);
  const far = `${share} %, ${counted(done)} of ${counted(total)} texts`;
  if (done === 0 || seconds <= 0) return far;
  const rate = done / seconds;
  return `${far}, ${counted(Math.round(rate))} a second, ${lasting((total - done) / rate)} left`;
}

const BAR_CELLS = 24;

/** The same of bytes that are read, behind a bar where somebody looks at it. */
export function bytesLine({ done, total, seconds }: Progress, withBar: boolean): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.floor(share * BAR_CELLS);
  const bar = withBar ? `${"█".repeat(filled)}${"░".repeat(BAR_CELLS - filled)} ` : "";
  const far = `${bar}${Math.floor(100 * share)} %, ${sized(done)} of ${sized(total)}`;
  if (done === 0 || seconds <= 0) return far;
  const rate = done / seconds;
  return `${far}, ${(rate / MB).toFixed(1)} MB/s, ${lasting((total - done) / rate)} left`;
}
