import type { Compilable, CompiledQuery, Kysely } from "kysely";
import type { Schema } from "../schema.ts";

const markOf = (name: string): string => `\u0001${name}\u0001`;

/**
 * A statement that is built and compiled once and then run with other values: for those that every hook runs, building
 * them anew costs more than running them. `build` is given a mark for each value.
 */
export function compiledOnce<const Name extends string, Row>(
  names: readonly Name[],
  build: (db: Kysely<Schema>, mark: (name: Name) => string) => Compilable<Row>,
): (db: Kysely<Schema>, values: Readonly<Record<Name, string | number | null>>) => Promise<readonly Row[]> {
  const byMark = new Map(names.map((name) => [markOf(name), name]));
  /** One for each database: another one may speak another dialect. */
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
