/** A line without a time was written when the one before it was, or just now as far as anybody can tell. */
export function timeOf(timestamp: string | undefined, otherwise?: string): string {
  const ms = timestamp === undefined ? Number.NaN : Date.parse(timestamp);
  if (!Number.isNaN(ms)) return new Date(ms).toISOString();
  return otherwise ?? new Date().toISOString();
}
