import type { DemoRecord } from '@outturn/demo-data';
import type { ItemResult } from '../import/post-batch.ts';

export class RecordIds {
  readonly #results = new WeakMap<DemoRecord, Promise<ItemResult | undefined>>();

  sent(records: readonly DemoRecord[], results: Promise<ItemResult[]>): void {
    // The sender throws the failure.
    const settled = results.catch((): ItemResult[] => []);
    for (const [i, record] of records.entries()) {
      this.#results.set(
        record,
        settled.then((each) => each[i]),
      );
    }
  }

  /** Waits until the goal and the event of a revenue are recorded. */
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
