import type { DemoRecord, DemoSession, RecordKind } from '@outturn/demo-data';

/** `sessions` is cumulative. */
export type SeedBatch = { kind: RecordKind; records: DemoRecord[]; sessions: number };

/** Keeps requests short. */
const MAX_RECORDS = 500;

/** Revenues refer to earlier goals and events. */
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
