import { closeSync, existsSync, fstatSync, fsyncSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type Home, isOwnFolder } from "../../core/home.ts";

/*
 * Part of the hook client: nothing but Node.js itself may be imported here, and little of that, for every prompt waits
 * for this file to load when the daemon is away.
 */

export const SPOOL_FILE = "events.jsonl";
export const SPOOL_FULL = "FULL";
const LIMIT_BYTES = Number(process.env.THROUGHLINE_SPOOL_LIMIT_BYTES) || 256 << 20;

/** One event that could not be delivered: one line of JSON in the spool. */
export interface SpooledEvent {
  readonly at: number;
  readonly event: string;
  readonly harness: string;
  readonly runtime: string;
  readonly hookPid: string;
  readonly client: { readonly pid: number; readonly startTime: string | undefined } | undefined;
  readonly body: string;
}

/** Written once; stays until a person removes the file. */
function warnOfLimit(folder: string): void {
  const path = join(folder, SPOOL_FULL);
  const text = `events were dropped since ${new Date().toISOString()}: the spool reached its limit of ${LIMIT_BYTES} bytes (remove ${path} after reading this)\n`;
  if (!existsSync(path)) writeFileSync(path, text, { mode: 0o600 });
}

function append(folder: string, line: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isOwnFolder(folder)) return false;
  const file = openSync(join(folder, SPOOL_FILE), "a", 0o600);
  try {
    const bytes = Buffer.from(line);
    if (fstatSync(file).size + bytes.length > LIMIT_BYTES) {
      warnOfLimit(folder);
      return true;
    }
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
    return true;
  } finally {
    closeSync(file);
  }
}

/** Spools an event in the home, or elsewhere if the home is not writable. False when both fail. */
export function spool(home: Home, event: SpooledEvent): boolean {
  // Starts on a new line, even after a line that a full disk or a crash cut off.
  const line = `\n${JSON.stringify(event)}\n`;
  for (const folder of [home.spool, home.spoolElsewhere]) {
    try {
      if (append(folder, line)) return true;
    } catch {
      // Try the next place.
    }
  }
  return false;
}
