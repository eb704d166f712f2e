/** How the rows of a table become documents: each part in SQL. */
interface Move {
  readonly table: string;
  readonly collection: string;
  readonly id: string;
  readonly at: string;
  readonly sessionId?: string;
  readonly project?: string;
  readonly state?: string;
  /** The fields of the value. */
  readonly value: Readonly<Record<string, string>>;
}

/** Fields that are stored as they are, each in the column of its name. */
export const columns = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]));

/** Moves the rows of a table into a collection, in the order in which lists have them, and drops the table. */
export function toDocuments({ table, collection, id, at, value, ...place }: Move): string {
  const { sessionId = "NULL", project = "NULL", state = "NULL" } = place;
  const fields = Object.entries(value).map(([name, column]) => `'${name}', ${column}`);
  return `
INSERT INTO documents (collection, id, session_id, project, state, at, value)
  SELECT '${collection}', ${id}, ${sessionId}, ${project}, ${state}, ${at}, json_object(${fields.join(", ")})
  FROM ${table} ORDER BY ${at}, ${id};
DROP TABLE ${table};
`;
}
