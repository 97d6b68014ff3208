/** One page of a list. */
export type Page<Item> = {
  items: Item[];
  /** Give it to `list` as `cursor`, beside the same filters and order, for the next page. Null on the last one. */
  nextCursor: string | null;
};

/**
 * A list that is read page by page, as far as you go:
 *
 * ```ts
 * for await (const revenue of outturn.revenues.list({ agentKey: 'sales-bot' })) console.log(revenue.amount);
 * const { items, nextCursor } = await outturn.revenues.list({ limit: 50 }).page();
 * ```
 *
 * What was there before the first page is neither skipped nor repeated, whatever is recorded meanwhile.
 */
export class List<Item> implements AsyncIterable<Item> {
  readonly #read: (cursor: string | undefined) => Promise<Page<Item>>;

  /** `read` gives the page behind a cursor, the first one without. */
  constructor(read: (cursor: string | undefined) => Promise<Page<Item>>) {
    this.#read = read;
  }

  /** The first page. */
  page(): Promise<Page<Item>> {
    return this.#read(undefined);
  }

  /** Every item of every page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let page = await this.page();
    yield* page.items;
    while (page.nextCursor !== null) {
      page = await this.#read(page.nextCursor);
      yield* page.items;
    }
  }
}
