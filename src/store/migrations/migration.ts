/** One step of the schema, for each database. Numbers are dense and never reused. */
export interface Migration {
  readonly number: number;
  readonly sqlite: string;
}
