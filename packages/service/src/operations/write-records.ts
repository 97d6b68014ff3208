import type { Principal } from '../base/principal.ts';
import type { LedgerKind } from '../kinds/record-kind.ts';
import type { PendingRecord } from '../ledger/pending-record.ts';
import type { Runtime } from './execute.ts';
import { markRecording } from './hold-developer.ts';

/** Writes or replays records of the caller, and leaves the outcome with each. Rejects only when nothing was written. */
export function writeRecords(
  { database, ledger }: Runtime,
  kind: LedgerKind,
  principal: Principal,
  records: readonly PendingRecord[],
): Promise<void> {
  const write = () => ledger.write(kind, principal.developerId, records);
  if (principal.kind === 'api-key' || records.length === 0) return write();
  return markRecording(database, principal).then(write);
}
