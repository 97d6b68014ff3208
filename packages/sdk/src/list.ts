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
export class List<Item, Query extends object = object> implements AsyncIterable<Item> {
  readonly #read: (cursor: string | undefined) => Promise<Page<Item>>;

  /** `read` returns the page of a query, which has the cursor of the page before. */
  constructor(query: Query, read: (query: Query) => Promise<Page<Item>>) {
    // A cursor already includes the offset.
    this.#read = (cursor) => read(cursor === undefined ? query : { ...query, offset: undefined, cursor });
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
