/* When a checkpoint was made, as people read it: with the offset of the machine's own time zone. */

const MINUTE = 60_000;
const two = (number: number): string => String(number).padStart(2, "0");

/** Minutes east of Greenwich. */
const offsetAt = (ms: number): number => -new Date(ms).getTimezoneOffset();

function zoneText(offset: number): string {
  const minutes = Math.abs(offset) % 60;
  const hours = Math.floor(Math.abs(offset) / 60);
  return `GMT${offset < 0 ? "-" : "+"}${hours}${minutes > 0 ? `:${two(minutes)}` : ""}`;
}

/** `2026-11-15 21:52 GMT+8`. */
export function formatCreated(ms: number, offset = offsetAt(ms)): string {
  const there = new Date(ms + offset * MINUTE);
  const day = `${there.getUTCFullYear()}-${two(there.getUTCMonth() + 1)}-${two(there.getUTCDate())}`;
  return `${day} ${two(there.getUTCHours())}:${two(there.getUTCMinutes())} ${zoneText(offset)}`;
}

const CREATED =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T,\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z\b|(?:GMT|UTC)?\s*([+-])(\d{1,2})(?::?(\d{2}))?|GMT|UTC)?/i;

/** Reads it back, also where a person wrote it: without a zone, it is this machine's. */
export function parseCreated(text: string): number | undefined {
  const found = CREATED.exec(text.trim());
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const [zone, sign, hours, minutes] = found.slice(7, 11);
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59) return undefined;
  if (zone === undefined) return new Date(year, month - 1, day, hour, minute, second).getTime();
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === "-" ? -1 : 1);
  return Date.UTC(year, month - 1, day, hour, minute, second) - offset * MINUTE;
}
