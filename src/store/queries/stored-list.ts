/** A list that is stored as JSON in a column. */
export function listOf(json: string): readonly unknown[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value : [];
}
