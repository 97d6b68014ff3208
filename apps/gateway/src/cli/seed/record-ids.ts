import type { DemoRecord } from '@outturn/demo-data';
import type { ItemResult } from '../import/post-batch.ts';

/** The ids of records that were sent, which revenues name. */
export class RecordIds {
  readonly #results = new WeakMap<DemoRecord, Promise<ItemResult | undefined>>();

  /** Called when `records` are sent, before their results are there. */
  sent(records: readonly DemoRecord[], results: Promise<ItemResult[]>): void {
    // A failure is thrown where the records are sent.
    const settled = results.catch((): ItemResult[] => []);
    for (const [i, record] of records.entries()) {
      this.#results.set(
        record,
        settled.then((each) => each[i]),
      );
    }
  }

  /** The body of a record: a revenue names the goal and the event that brought it, once these are recorded. */
  async bodyOf(record: DemoRecord): Promise<string> {
    const { input, idempotencyKey } = record;
    if (record.kind !== 'revenues') return JSON.stringify({ ...input, idempotencyKey });
    const [goalId, eventId] = await Promise.all([this.#idOf(record.goal), this.#idOf(record.event)]);
    return JSON.stringify({ ...input, goalId, eventId, idempotencyKey });
  }

  async #idOf(record: DemoRecord | undefined): Promise<string | undefined> {
    return record && (await this.#results.get(record))?.record?.id;
  }
}
