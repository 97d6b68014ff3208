import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { rowById, rowByKey } from '../database/lookup-sql.ts';
import { type DimensionRow, pastOf } from '../kinds/record-kind.ts';
import { RecentRows } from './recent-rows.ts';

/**
 * Entries stay true: keys and ids are immutable and rows are never removed. Deleted ones are forgotten, so that their next
 * use restores them.
 */
export class DimensionCache {
  readonly #byKey = new RecentRows();
  readonly #byId = new RecentRows();
  /** Records are never removed. */
  readonly #records = new LRUCache<string, true>({ max: 30_000 });
  #forgotten = 0;

  /** Differs after each deletion: a row that was read before a deletion must not be remembered after it. */
  get version(): number {
    return this.#forgotten;
  }

  /** Call when notices of deletions may have been lost. */
  clear(): void {
    this.#forgotten++;
    this.#byKey.clear();
    this.#byId.clear();
  }

  byKey(developerId: string, table: string, key: string): DimensionRow | undefined {
    return this.#byKey.get(developerId, table, key);
  }

  /** `version` is the {@link version} before the row was read. Sessions are never named by id. */
  remember(developerId: string, table: string, row: DimensionRow, version: number): void {
    if (version !== this.#forgotten) return;
    this.#byKey.set(developerId, table, row.key, row);
    if (table !== 'sessions') this.#byId.set(developerId, table, row.id, row);
  }

  /** The next record with this key restores the deleted row. */
  forget(developerId: string, table: string, row: DimensionRow): void {
    this.#forgotten++;
    this.#byKey.delete(developerId, table, row.key);
    this.#byId.delete(developerId, table, row.id);
  }

  forgetFromNotice(payload: string): void {
    // `deleteDimension` writes this payload.
    const [developerId, table, id, key] = JSON.parse(payload) as [string, string, string, string];
    this.forget(developerId, table, { id, key });
  }

  /** Returns ids of deleted keys, too; undefined for an unknown key. */
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

  async byId(
    database: Database,
    developerId: string,
    table: string,
    id: string,
  ): Promise<(DimensionRow & { isDeleted: boolean }) | undefined> {
    const known = this.#byId.get(developerId, table, id);
    if (known) return { ...known, isDeleted: false };
    const { version } = this;
    const sql = rowById(table, '$2', 't.key, t.deleted_at');
    const [found] = await database.quick(`${table}_key_of_id`, sql, [developerId, id]);
    if (!found) return undefined;
    const row = { id, key: found[0] as string };
    const isDeleted = found[1] !== null;
    if (!isDeleted) this.remember(developerId, table, row, version);
    return { ...row, isDeleted };
  }

  async hasRecord(database: Database, developerId: string, table: string, id: string): Promise<boolean> {
    const name = `${developerId}${table}\0${id}`;
    if (this.#records.has(name)) return true;
    // A voided record may be named, too.
    const sql = `(${rowById(table, '$2', '1')}) union all
      (select 1 from ${pastOf(table)} where developer_id = $1 and id = $2 and is_voided)`;
    const found = await database.quick(`${table}_exists`, sql, [developerId, id]);
    if (found.length > 0) this.#records.set(name, true);
    return found.length > 0;
  }
}
