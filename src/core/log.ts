import { renameSync, statSync } from "node:fs";
import { destination, type Logger, pino } from "pino";

export type Log = Logger;

const ROTATE_AT_BYTES = 10_000_000;

export const silentLog = (): Log => pino({ level: "silent" });

/** A log file of one line of JSON an event; the one before it is kept as `….1`. */
export function fileLog(path: string, level: string): Log {
  try {
    if (statSync(path).size > ROTATE_AT_BYTES) renameSync(path, `${path}.1`);
  } catch {
    // No file yet: nothing to rotate.
  }
  return pino(
    { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    destination({ dest: path, mkdir: true, mode: 0o600, sync: true }),
  );
}
