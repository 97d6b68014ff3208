import type { DemoRecord, DemoSession, RecordKind } from '@outturn/demo-data';

/** Records of one kind for one request; `sessions` is how many sessions were made up to and with them. */
export type SeedBatch = { kind: RecordKind; records: DemoRecord[]; sessions: number };

/** Many records in few requests, and no request that takes long. */
const MAX_RECORDS = 500;

/** Groups the records of sessions by kind. Goals and events come before the revenues that name them. */
export async function* inBatchesByKind(sessions: Iterable<DemoSession>): AsyncGenerator<SeedBatch> {
  const waiting = { events: [], goals: [], revenues: [] } as Record<RecordKind, DemoRecord[]>;
  let count = 0;
  const take = (kind: RecordKind): SeedBatch[] => {
    const records = waiting[kind].splice(0);
    return records.length > 0 ? [{ kind, records, sessions: count }] : [];
  };
  for (const { records } of sessions) {
    count++;
    for (const record of records) {
      waiting[record.kind].push(record);
      if (waiting[record.kind].length < MAX_RECORDS) continue;
      if (record.kind === 'revenues') yield* [...take('events'), ...take('goals')];
      yield* take(record.kind);
    }
  }
  yield* [...take('events'), ...take('goals'), ...take('revenues')];
}
