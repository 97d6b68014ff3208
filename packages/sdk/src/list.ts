export type Page<Item> = {
  items: Item[];
  /** Pass it to `list` as `cursor` with the same filters and sort order. Null on the last page. */
  nextCursor: string | null;
};

/**
 * Reads pages on demand:
 *
 * ```ts
 * for await (const revenue of outturn.revenues.list({ agentKey: 'sales-bot' })) console.log(revenue.amount);
 * const { items, nextCursor } = await outturn.revenues.list({ limit: 50 }).page();
 * ```
 *
 * Records that existed before the first page are neither skipped nor repeated, even if others are recorded meanwhile.
 */
export class List<Item> implements AsyncIterable<Item> {
  readonly #read: (cursor: string | undefined) => Promise<Page<Item>>;

  /** `read` returns the page after a cursor, or the first page. */
  constructor(read: (cursor: string | undefined) => Promise<Page<Item>>) {
    this.#read = read;
  }

  /** Returns the first page. */
  page(): Promise<Page<Item>> {
    return this.#read(undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const { items, nextCursor } = await this.#read(cursor);
      yield* items;
      cursor = nextCursor;
    }
  }
}
