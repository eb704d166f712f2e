import { type Kysely, sql } from "kysely";
import {
  type Indexable,
  type IndexBatch,
  type Indexed,
  type IndexProgress,
  MOST_PARTS,
  ownerOf,
  type PassageRecord,
  type PassageRows,
  type TimeSpan,
} from "../port/passages.ts";
import type { Schema } from "../schema.ts";
import { unpackBody } from "./bodies.ts";
import { STAMP, TEXTS } from "./indexed-texts.ts";
import { EVERY, EVERYWHERE, indexed, matching, ScopeNumbers, scopeTerm, termIn } from "./passage-scopes.ts";
import { rawRows } from "./raw-sql.ts";

const passagesTable = (source: Indexed) => sql.table(`${source}_passages`);
const termsTable = (source: Indexed) => sql.table(`${source}_terms`);

const NUMBERS = "pk, thread, place, at, start, size, traits, length";
const COLUMNS = `${NUMBERS}, terms, meaning`;

/** For owners that are being deleted; their numbers may be reused. */
export async function dropPassages(db: Kysely<Schema>, source: Indexed, owners: readonly number[]): Promise<void> {
  if (owners.length === 0) return;
  const own = `
    SELECT passage.pk FROM json_each(?) AS owner CROSS JOIN ${source}_passages AS passage
    ON passage.pk BETWEEN owner.value * ${MOST_PARTS} AND owner.value * ${MOST_PARTS} + ${MOST_PARTS - 1}`;
  const gone = await rawRows<Pick<PassageRecord, "pk" | "thread" | "length">>(
    db,
    `DELETE FROM ${source}_passages WHERE pk IN (${own}) RETURNING pk, thread, length`,
    [JSON.stringify(owners)],
  );
  const ofThreads = new Map<number, number>();
  for (const { pk, thread } of gone) {
    await rawRows(db, `DELETE FROM ${source}_terms WHERE rowid = ?`, [pk]);
    ofThreads.set(thread, (ofThreads.get(thread) ?? 0) + 1);
  }
  for (const [thread, count] of ofThreads)
    await sql`UPDATE scope_sizes SET passages = passages - ${count} WHERE source = ${source} AND scope = ${thread}`.execute(
      db,
    );
  const length = gone.reduce((sum, one) => sum + one.length, 0);
  const newest = sql`(SELECT COALESCE(MAX(pk), 0) FROM ${sql.table(source)})`;
  await sql`
    UPDATE index_progress SET high = MIN(high, ${newest}), low = MIN(low, ${newest}),
      passages = passages - ${gone.length}, length = length - ${length}
    WHERE source = ${source}`.execute(db);
}

/** So many segments are fine; more, if they are small compared with the largest. */
const FEW_SEGMENTS = 3;
const MANY_SEGMENTS = 16;
const SMALL_SHARE = 0.25;
/** A step of a few milliseconds. */
const PAGES_AT_ONCE = 16;

/** Limits memory: fifty waiting texts may be a megabyte each. */
const CHARS_AT_ONCE = 1_000_000;

interface WaitingRow extends Indexable {
  readonly brotli: Uint8Array | null;
}

const unknownSource = (source: Indexed): Error => new Error(`the index does not know ${source}`);

export function passageRows(db: Kysely<Schema>): PassageRows {
  const numbers = new ScopeNumbers(db);
  return {
    async take(source, { owners, passages: made, since, low, high, edition }) {
      const there = await unchangedOwners(source, owners);
      const before = await progress(source);
      // The index was emptied or its newest owner deleted: this batch no longer adjoins it.
      if (before.low !== since.low || before.high !== since.high) return;
      // The newest owners were deleted and their numbers may be reused: the batch must be read again.
      if (owners.some(({ pk }) => pk > before.high && !there.has(pk))) return;
      const passages = made.filter(({ pk }) => there.has(ownerOf(pk)));
      const sizes = new Map<number, number>();
      let length = 0;
      // In ascending order: each step back would end an index segment.
      for (const passage of [...passages].sort((a, b) => a.pk - b.pk)) {
        const { words, session, folder, agent, ...rest } = passage;
        const thread = session === null ? 0 : await numbers.give("session", session);
        const owners = [
          ...(folder === null ? [] : [await numbers.give("project", String(folder))]),
          ...(agent === null ? [] : [await numbers.give("agent", agent)]),
        ];
        const wide = owners.length > 0 ? owners : [EVERYWHERE];
        const scopes = [...(session === null ? [] : [thread]), ...wide];
        for (const scope of scopes) sizes.set(scope, (sizes.get(scope) ?? 0) + 1);
        length += passage.length;
        const { pk, place, at, start, size, traits, terms, meaning } = rest;
        await rawRows(db, `INSERT INTO ${source}_passages (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
          ...[pk, thread, place, at, start, size, traits, rest.length, terms, meaning],
        ]);
        const plain = indexed(words);
        const within = wide.flatMap((scope) => plain.map((piece) => termIn(scope, piece)));
        const held = [...plain, ...within, ...scopes.map(scopeTerm), EVERY].join(" ");
        await rawRows(db, `INSERT INTO ${source}_terms (rowid, terms) VALUES (?, ?)`, [pk, held]);
      }
      for (const [scope, count] of sizes)
        await db
          .insertInto("scopeSizes")
          .values({ source, scope, passages: count })
          .onConflict((conflict) =>
            conflict.columns(["source", "scope"]).doUpdateSet((set) => ({
              passages: set("scopeSizes.passages", "+", count),
            })),
          )
          .execute();
      await db
        .updateTable("indexProgress")
        .set((set) => ({
          passages: set("passages", "+", passages.length),
          length: set("length", "+", length),
          ...{ low, high, edition },
        }))
        .where("source", "=", source)
        .execute();
    },

    async search(source, { termSets, scope, span, limit }) {
      if (termSets.length === 0) return [];
      const scopes = await numbers.asked(scope);
      if (!span)
        return holding(
          source,
          termSets.map((terms) => matching(terms, scopes)),
          limit,
        );
      if (scopes.length === 0 && termSets.every(({ length }) => length === 0)) {
        const found = await during(source, span, limit);
        return termSets.map(() => found);
      }
      // Checking the scope of each passage of that time would be slow: a month may have a hundred thousand.
      const range = await rangeOf(source, span);
      return holding(
        source,
        termSets.map((terms) => matching(terms, scopes)),
        limit,
        range,
      );
    },

    read: (source, which) =>
      "pks" in which
        ? passagesWhere(source, "pk IN (SELECT value FROM json_each(?))", JSON.stringify(which.pks))
        : passagesWhere(
            source,
            "(thread, place) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))",
            JSON.stringify(which.places),
          ),

    async extentOf(source, scope) {
      const scopes = await numbers.asked(scope);
      const text = `
        SELECT passages AS "all", length, (
          SELECT MIN((
            SELECT COALESCE(SUM(passages), 0) FROM scope_sizes
            WHERE source = progress.source AND scope IN (SELECT value FROM json_each(asked.value))))
          FROM json_each(?) AS asked) AS inside
        FROM index_progress AS progress WHERE source = ?`;
      const asked = JSON.stringify(scopes.map(({ anyOf }) => anyOf));
      const [row] = await rawRows<{ all: number; length: number; inside: number | null }>(db, text, [asked, source]);
      if (!row) throw unknownSource(source);
      return { passages: row.inside ?? row.all, averageLength: row.all === 0 ? 1 : row.length / row.all };
    },

    threadOf: (session) => numbers.find("session", session),

    progress,

    async waiting(source, from, limit) {
      const where =
        "above" in from
          ? sql`WHERE ${sql.ref(`${source}.pk`)} > ${from.above} ORDER BY ${sql.ref(`${source}.pk`)}`
          : sql`WHERE ${sql.ref(`${source}.pk`)} <= ${from.upTo} ORDER BY ${sql.ref(`${source}.pk`)} DESC`;
      const { rows } = await sql<WaitingRow>`${TEXTS[source]} ${where} LIMIT ${limit}`.execute(db);
      const read: Indexable[] = [];
      let chars = 0;
      for (const { brotli, ...row } of rows) {
        if (chars > CHARS_AT_ONCE) break;
        const content = brotli ? unpackBody(brotli) : row.content;
        chars += content.length;
        read.push({ ...row, content });
      }
      return read;
    },

    async merge(source, isBegun) {
      if (!isBegun && !(await isScattered(source))) return false;
      const changes = async () =>
        (await rawRows<{ all: number }>(db, 'SELECT total_changes() AS "all"', []))[0]?.all ?? 0;
      const before = await changes(); // FTS5: a negative number starts a merge of all segments, and fewer than two changes mean that it is done.
      const pages = isBegun ? PAGES_AT_ONCE : -PAGES_AT_ONCE;
      await rawRows(db, `INSERT INTO ${source}_terms (${source}_terms, rank) VALUES ('merge', ?)`, [pages]);
      return (await changes()) - before >= 2;
    },

    async clear(source, edition) {
      await sql`DELETE FROM ${passagesTable(source)}`.execute(db);
      await sql`INSERT INTO ${termsTable(source)} (${termsTable(source)}) VALUES ('delete-all')`.execute(db);
      await db.deleteFrom("scopeSizes").where("source", "=", source).execute();
      const { newest } = await progress(source);
      await db
        .updateTable("indexProgress")
        .set({ low: newest, high: newest, passages: 0, length: 0, edition })
        .where("source", "=", source)
        .execute();
    },
  };

  /** The newest passages for each full-text query, of a range of numbers if there is one. */
  async function holding(source: Indexed, queries: readonly string[], limit: number, range?: readonly number[]) {
    const within = range ? " AND rowid BETWEEN ? AND ?" : "";
    const text = `
      SELECT (
        SELECT json_group_array(rowid) FROM (
          SELECT rowid FROM ${source}_terms
          WHERE ${source}_terms MATCH asked.value${within} ORDER BY rowid DESC LIMIT ?)) AS pks
      FROM json_each(?) AS asked ORDER BY asked.key`;
    const rows = await rawRows<{ pks: string }>(db, text, [...(range ?? []), limit, JSON.stringify(queries)]);
    return rows.map(({ pks }) => numbersIn(pks));
  }

  async function during(source: Indexed, { from, to }: TimeSpan, limit: number): Promise<number[]> {
    const newest = `SELECT pk FROM ${source}_passages WHERE at >= ? AND at < ? ORDER BY at DESC LIMIT ?`;
    const text = `SELECT json_group_array(pk) AS pks FROM (${newest})`;
    const [row] = await rawRows<{ pks: string }>(db, text, [from, to, limit]);
    return numbersIn(row?.pks);
  }

  /** The numbers between the first and the last passage of a time; an empty range if it has none. */
  async function rangeOf(source: Indexed, { from, to }: TimeSpan): Promise<readonly number[]> {
    const span = `FROM ${source}_passages WHERE at >= ? AND at < ? ORDER BY at`;
    const text = `SELECT (SELECT pk ${span} LIMIT 1) AS first, (SELECT pk ${span} DESC LIMIT 1) AS last`;
    const [end] = await rawRows<{ first: number | null; last: number | null }>(db, text, [from, to, from, to]);
    if (end?.first == null || end.last == null) return [1, 0];
    return [Math.min(end.first, end.last), Math.max(end.first, end.last)];
  }

  /**
   * All in one row: hundreds are read for each question, and each value that the driver returns costs more than reading
   * it.
   */
  async function passagesWhere(source: Indexed, condition: string, parameter: string): Promise<PassageRecord[]> {
    const text = `
      SELECT json_group_array(json_array(${NUMBERS}, LENGTH(terms), LENGTH(meaning))) AS numbers,
        GROUP_CONCAT(HEX(terms) || COALESCE(HEX(meaning), ''), '') AS bytes
      FROM ${source}_passages WHERE ${condition}`;
    const [row] = await rawRows<{ numbers: string; bytes: string | null }>(db, text, [parameter]);
    return row ? unpacked(row.numbers, row.bytes ?? "") : [];
  }

  /** The owners that have not changed since they were read. */
  async function unchangedOwners(source: Indexed, owners: IndexBatch["owners"]): Promise<ReadonlySet<number>> {
    const { rows } = await sql<{ pk: number; stamp: string }>`
      SELECT pk, ${STAMP[source]} AS stamp FROM ${sql.table(source)}
      WHERE pk IN (SELECT value FROM json_each(${JSON.stringify(owners.map(({ pk }) => pk))}))`.execute(db);
    const stamps = new Map(rows.map(({ pk, stamp }) => [pk, stamp]));
    return new Set(owners.filter(({ pk, stamp }) => stamps.get(pk) === stamp).map(({ pk }) => pk));
  }

  /** Whether a merge is worth rewriting the index. */
  async function isScattered(source: Indexed): Promise<boolean> {
    const text = `SELECT COUNT(*) AS size FROM ${source}_terms_idx GROUP BY segid ORDER BY size DESC`;
    const [largest, ...others] = (await rawRows<{ size: number }>(db, text, [])).map(({ size }) => size);
    if (largest === undefined || others.length < FEW_SEGMENTS) return false;
    return others.length >= MANY_SEGMENTS || others.reduce((sum, size) => sum + size, 0) >= SMALL_SHARE * largest;
  }

  async function progress(source: Indexed): Promise<IndexProgress> {
    const text = `
      SELECT low, high, passages, length, edition, (SELECT COALESCE(MAX(pk), 0) FROM ${source}) AS newest
      FROM index_progress WHERE source = ?`;
    const [row] = await rawRows<IndexProgress>(db, text, [source]);
    if (!row) throw unknownSource(source);
    return row;
  }
}

function numbersIn(json: string | undefined): number[] {
  const value: unknown = JSON.parse(json ?? "[]");
  return Array.isArray(value) ? value.map(Number) : [];
}

type Nine = [number, number, number, number, number, number, number, number, number];
type PackedRow = readonly [...Nine, number | null];

/** The last two numbers of each passage are the byte lengths of its terms and its meaning. */
function unpacked(numbers: string, hex: string): PassageRecord[] {
  const bytes = new Uint8Array(Buffer.from(hex, "hex"));
  let end = 0;
  const take = (size: number) => {
    end += size;
    return bytes.subarray(end - size, end);
  };
  const rows: readonly PackedRow[] = JSON.parse(numbers);
  return rows.map((row) => {
    const [pk, thread, place, at, start, size, traits, length, termBytes, meaningBytes] = row;
    const terms = take(termBytes);
    const meaning = meaningBytes === null ? null : take(meaningBytes);
    return { pk, thread, place, at, start, size, traits, length, terms, meaning };
  });
}
