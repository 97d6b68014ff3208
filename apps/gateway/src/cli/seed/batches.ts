import type { DemoSession, RecordKind } from '@outturn/demo-data';

/** Records of one kind for one request; `sessions` is how many sessions were made up to and with them. */
export type SeedBatch = { kind: RecordKind; items: string[]; sessions: number };

/** Many records in few requests, and no request that takes long. */
const MAX_ITEMS = 500;

/** Groups the records of sessions by kind, in the order in which they fill up. */
export async function* inBatchesByKind(sessions: Iterable<DemoSession>): AsyncGenerator<SeedBatch> {
  const waiting = new Map<RecordKind, string[]>();
  let count = 0;
  for (const { records } of sessions) {
    count++;
    for (const { kind, input, idempotencyKey } of records) {
      const items = waiting.get(kind) ?? [];
      waiting.set(kind, items);
      items.push(JSON.stringify({ ...input, idempotencyKey }));
      if (items.length < MAX_ITEMS) continue;
      waiting.delete(kind);
      yield { kind, items, sessions: count };
    }
  }
  for (const [kind, items] of waiting) yield { kind, items, sessions: count };
}
