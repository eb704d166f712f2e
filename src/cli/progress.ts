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
