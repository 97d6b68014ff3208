import type { SourceRow } from './row-source.ts';

/** Columns that may say that a row does not count, such as the status of a failed payment or the type of a payout. */
const status = /(^|[ _-])(status|stage)$|^(transaction[ _-]?)?type$|^reporting[ _-]category$/i;
/** A column with more different values is no status. */
const MAX_VALUES = 20;

/**
 * Counts the values of columns that look like a status and that no field is read from, for the report of a dry run:
 * only a preset knows which of these rows are no records, so a person must decide.
 */
export class StatusCounts {
  readonly #columns: { name: string; place: number; counts: Map<string, number> }[];

  constructor(unread: readonly string[], names: readonly string[]) {
    this.#columns = unread
      .filter((name) => status.test(name))
      .map((name) => ({ name, place: names.indexOf(name), counts: new Map() }));
  }

  add({ original }: SourceRow): void {
    for (const { place, counts } of this.#columns) {
      const value = original[place]?.trim() ?? '';
      if (counts.size <= MAX_VALUES) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }

  describe(): string {
    return this.#columns
      .filter(({ counts }) => counts.size > 1 && counts.size <= MAX_VALUES)
      .map(({ name, counts }) => {
        const values = [...counts].map(
          ([value, count]) => `${count.toLocaleString('en')} × ${value || 'empty'}`,
        );
        return `Rows are recorded whatever their ${JSON.stringify(name)}: ${values.join(', ')}. Remove those that do not count from the file.\n`;
      })
      .join('');
  }
}
