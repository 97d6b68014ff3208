import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { rowById, rowByKey } from '../database/single-row.ts';
import type { DimensionRow } from '../kinds/record-kind.ts';
import { RecentRows } from './recent-rows.ts';

/**
 * Keys and ids of agents, customers and so on that this process has seen. Both are immutable and rows are never removed,
 * so what is remembered stays true; `forget` drops a deleted one so that its next use brings it back.
 */
export class Dimensions {
  readonly #byKey = new RecentRows();
  readonly #byId = new RecentRows();
  /** Records that were found to exist; they are never removed. */
  readonly #records = new LRUCache<string, true>({ max: 30_000 });
  #forgotten = 0;

  /** Changes whenever something is forgotten: what was read before that must not be remembered after it. */
  get generation(): number {
    return this.#forgotten;
  }

  /** Forgets everything, when a deletion may have gone unheard. */
  clear(): void {
    this.#forgotten++;
    this.#byKey.clear();
    this.#byId.clear();
  }

  byKey(developerId: string, table: string, key: string): DimensionRow | undefined {
    return this.#byKey.get(developerId, table, key);
  }

  /** Remembers a row that was read at `generation`. Nobody names a session by id. */
  remember(developerId: string, table: string, row: DimensionRow, generation: number): void {
    if (generation !== this.#forgotten) return;
    this.#byKey.set(developerId, table, row.key, row);
    if (table !== 'sessions') this.#byId.set(developerId, table, row.id, row);
  }

  /** Drops a deleted row, so that the next record that names its key brings it back. */
  forget(developerId: string, table: string, row: DimensionRow): void {
    this.#forgotten++;
    this.#byKey.delete(developerId, table, row.key);
    this.#byId.delete(developerId, table, row.id);
  }

  /** The same for a deletion that another process told of. */
  forgetFromNotice(payload: string): void {
    // Written by `deleteDimension`, on a channel that only we use.
    const [developerId, table, id, key] = JSON.parse(payload) as [string, string, string, string];
    this.forget(developerId, table, { id, key });
  }

  /** The id of a key, deleted or not; undefined when the developer never used it. */
  async idOfKey(
    database: Database,
    developerId: string,
    table: string,
    key: string,
  ): Promise<string | undefined> {
    const known = this.byKey(developerId, table, key);
    if (known) return known.id;
    const sql = rowByKey(table, '$2', 't.id');
    const [found] = await database.quick(`${table}_id_of_key`, sql, [developerId, key]);
    return found?.[0] ?? undefined;
  }

  /** The row with this id, from memory or the database; undefined when the developer has none. */
  async byId(
    database: Database,
    developerId: string,
    table: string,
    id: string,
  ): Promise<(DimensionRow & { isDeleted: boolean }) | undefined> {
    const known = this.#byId.get(developerId, table, id);
    if (known) return { ...known, isDeleted: false };
    const { generation } = this;
    const sql = rowById(table, '$2', 't.key, t.deleted_at');
    const [found] = await database.quick(`${table}_key_of_id`, sql, [developerId, id]);
    if (!found) return undefined;
    const row = { id, key: found[0] as string };
    const isDeleted = found[1] !== null;
    if (!isDeleted) this.remember(developerId, table, row, generation);
    return { ...row, isDeleted };
  }

  /** Whether the developer has a record with this id. */
  async hasRecord(database: Database, developerId: string, table: string, id: string): Promise<boolean> {
    const name = `${developerId}${table}\0${id}`;
    if (this.#records.has(name)) return true;
    const sql = rowById(table, '$2', '1');
    const found = await database.quick(`${table}_exists`, sql, [developerId, id]);
    if (found.length > 0) this.#records.set(name, true);
    return found.length > 0;
  }
}
