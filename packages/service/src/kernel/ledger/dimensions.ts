import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/database.ts';
import type { DimensionRow, DimensionTable } from './ledger-kind.ts';

/**
 * Keys and ids of agents, customers and so on that this process has seen. Both are immutable and rows are never removed,
 * so what is remembered stays true; `forget` drops a deleted one so that its next use brings it back.
 */
export class Dimensions {
  readonly #byKey = new LRUCache<string, DimensionRow>({ max: 200_000 });
  readonly #byId = new LRUCache<string, DimensionRow>({ max: 200_000 });

  byKey(developerId: string, table: DimensionTable, key: string): DimensionRow | undefined {
    return this.#byKey.get(`${developerId}${table}\0${key}`);
  }

  remember(developerId: string, table: DimensionTable, row: DimensionRow): void {
    this.#byKey.set(`${developerId}${table}\0${row.key}`, row);
    this.#byId.set(`${developerId}${table}\0${row.id}`, row);
  }

  /** Drops a deleted row, so that the next record that names its key brings it back. */
  forget(developerId: string, table: DimensionTable, row: DimensionRow): void {
    this.#byKey.delete(`${developerId}${table}\0${row.key}`);
    this.#byId.delete(`${developerId}${table}\0${row.id}`);
  }

  /** The same for a deletion that another process told of. */
  forgetFromNotice(payload: string): void {
    // Written by `deleteDimension`, on a channel that only we use.
    const [developerId, table, id, key] = JSON.parse(payload) as [string, DimensionTable, string, string];
    this.forget(developerId, table, { id, key });
  }

  /** The id of a key, deleted or not; undefined when the developer never used it. */
  async idOfKey(
    database: Database,
    developerId: string,
    table: DimensionTable,
    key: string,
  ): Promise<string | undefined> {
    const known = this.byKey(developerId, table, key);
    if (known) return known.id;
    const sql = `select id from ${table} where developer_id = $1 and key = $2`;
    const [found] = await database.rows(`${table}_id_of_key`, sql, [developerId, key]);
    return found?.[0] ?? undefined;
  }

  /** The row with this id, from memory or the database; undefined when the developer has none. */
  async byId(
    database: Database,
    developerId: string,
    table: DimensionTable,
    id: string,
  ): Promise<(DimensionRow & { isDeleted: boolean }) | undefined> {
    const known = this.#byId.get(`${developerId}${table}\0${id}`);
    if (known) return { ...known, isDeleted: false };
    const [found] = await database.rows(
      `${table}_key_of_id`,
      `select key, deleted_at from ${table} where developer_id = $1 and id = $2`,
      [developerId, id],
    );
    if (!found) return undefined;
    const row = { id, key: found[0] as string };
    const isDeleted = found[1] !== null;
    if (!isDeleted) this.remember(developerId, table, row);
    return { ...row, isDeleted };
  }
}
