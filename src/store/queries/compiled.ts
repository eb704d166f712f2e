import type { Compilable, CompiledQuery, Kysely } from "kysely";
import type { Schema } from "../schema.ts";

const markOf = (name: string): string => `\u0001${name}\u0001`;

/**
 * Compiles a statement once and runs it with different values: for statements of every hook, building costs more than
 * running. `build` gets a mark for each value.
 */
export function compiledOnce<const Name extends string, Row>(
  names: readonly Name[],
  build: (db: Kysely<Schema>, mark: (name: Name) => string) => Compilable<Row>,
): (db: Kysely<Schema>, values: Readonly<Record<Name, string | number | null>>) => Promise<readonly Row[]> {
  const byMark = new Map(names.map((name) => [markOf(name), name]));
  /** One for each database, because dialects differ. */
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    const known = compiled.get(adapter) ?? build(db, markOf).compile();
    compiled.set(adapter, known);
    const parameters = known.parameters.map((parameter) => {
      const name = typeof parameter === "string" ? byMark.get(parameter) : undefined;
      return name === undefined ? parameter : values[name];
    });
    return (await db.executeQuery<Row>({ ...known, parameters })).rows;
  };
}
