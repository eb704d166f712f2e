/** A list that is stored as JSON in a column; anything else was never stored there. */
export function listOf(json: string): readonly unknown[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value : [];
}
