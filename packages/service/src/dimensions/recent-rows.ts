import type { DimensionRow } from '../kinds/record-kind.ts';

/** Two generations take some tens of megabytes. */
const GENERATION = 20_000;
/** Milliseconds, for when the notice of a deletion is lost. */
const TTL = 600_000;

type Entry = { row: DimensionRow; since: number };

/** A two-generation cache. Nested maps, because a record looks up two rows, and building one text for a key costs more. */
export class RecentRows {
  #young = new Generation();
  #old = new Generation();

  get(developerId: string, table: string, name: string): DimensionRow | undefined {
    const entry = this.#young.get(developerId, table, name) ?? this.#revive(developerId, table, name);
    return entry && entry.since > performance.now() - TTL ? entry.row : undefined;
  }

  set(developerId: string, table: string, name: string, row: DimensionRow): void {
    this.#put(developerId, table, name, { row, since: performance.now() });
  }

  delete(developerId: string, table: string, name: string): void {
    this.#young.delete(developerId, table, name);
    this.#old.delete(developerId, table, name);
  }

  clear(): void {
    this.#young = new Generation();
    this.#old = new Generation();
  }

  #revive(developerId: string, table: string, name: string): Entry | undefined {
    const entry = this.#old.get(developerId, table, name);
    if (entry) this.#put(developerId, table, name, entry);
    return entry;
  }

  #put(developerId: string, table: string, name: string, entry: Entry): void {
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Generation();
    }
    this.#young.set(developerId, table, name, entry);
  }
}

class Generation {
  readonly #tables = new Map<string, Map<string, Map<string, Entry>>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(developerId: string, table: string, name: string): Entry | undefined {
    return this.#tables.get(developerId)?.get(table)?.get(name);
  }

  set(developerId: string, table: string, name: string, entry: Entry): void {
    const tables = this.#tables.getOrInsertComputed(developerId, () => new Map());
    const entries = tables.getOrInsertComputed(table, () => new Map());
    if (!entries.has(name)) this.#size++;
    entries.set(name, entry);
  }

  delete(developerId: string, table: string, name: string): void {
    if (this.#tables.get(developerId)?.get(table)?.delete(name)) this.#size--;
  }
}
