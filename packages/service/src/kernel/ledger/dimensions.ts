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

  forget(developerId: string, table: DimensionTable, row: DimensionRow): void {
    this.#byKey.delete(`${developerId}${table}\0${row.key}`);
    this.#byId.delete(`${developerId}${table}\0${row.id}`);
  }

  /** The row with this id, from memory or the database; undefined when the developer has none. */
  async byId(
    database: Database,
    developerId: string,
    table: DimensionTable,
    id: string,
  ): Promise<DimensionRow | undefined> {
    const known = this.#byId.get(`${developerId}${table}\0${id}`);
    if (known) return known;
    const [found] = await database.rows(
      `${table}_key_of_id`,
      `select key from ${table} where developer_id = $1 and id = $2 and deleted_at is null`,
      [developerId, id],
    );
    if (!found) return undefined;
    const row = { id, key: found[0] as string };
    this.remember(developerId, table, row);
    return row;
  }
}
