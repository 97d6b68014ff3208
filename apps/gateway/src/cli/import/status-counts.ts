import type { SourceRow } from './row-source.ts';

/** Columns that may say that a row does not count, such as those of failed payments and of payouts. */
const status = /(^|[ _-])(status|stage)$|^(transaction[ _-]?)?type$|^reporting[ _-]category$/i;
/** Columns with more values are no status. */
const MAX_VALUES = 20;

/** Counts the values of unread columns with a status: only a preset leaves rows out by them. */
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
