import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { hashNaturalKey, readReservations } from '../reservations.ts';
import { Balances, balanceChanges } from './balances.ts';
import type { Verdict } from './correct-in-transaction.ts';
import type { State } from './judge.ts';
import { lockRecords, seenVersions } from './locate-records.ts';
import type { PendingRefund } from './pending-refund.ts';
import type { RefundableKind } from './refund-rules.ts';
import { reserve } from './reserve.ts';
import { addToBalances, readClock, writeChanges } from './write-changes.ts';

/**
 * One transaction: locks what the refunds pay back, judges, reserves the keys, and records the refunds. Each key may be there
 * once.
 */
export async function refundInTransaction(
  database: Database,
  kind: RefundableKind,
  developerId: string,
  items: readonly PendingRefund[],
): Promise<Map<PendingRefund, Verdict>> {
  const verdicts = new Map<PendingRefund, Verdict>();
  if (items.length === 0) return verdicts;
  const originalIds = await findOriginals(database, kind, developerId, items);
  await inTransaction(database, async (ask) => {
    const ids = [...new Set(originalIds.values())];
    const locked = await lockRecords({ ask, kind, developerId, ids });
    const missing = ids.filter((id) => !locked.has(id));
    // Those that are there were restored while they were being locked.
    const moved =
      missing.length > 0 ? await seenVersions({ ask, kind, developerId, ids: missing }) : undefined;
    const balances = new Balances(kind, locked);
    const refunds = new Map<PendingRefund, Omit<State, 'createdAt'>>();
    for (const item of items) {
      verdicts.set(item, { kind: 'again' });
      const originalId = originalIds.get(item) ?? '';
      if (moved?.has(originalId)) continue;
      try {
        const refund = balances.admitRefund(item, originalId);
        if (refund) refunds.set(item, refund);
      } catch (error) {
        verdicts.set(item, { kind: 'refused', error });
      }
    }
    const holding = await reserve(ask, developerId, [...refunds.keys()]);
    if (holding.size === 0) return;
    const at = await readClock(ask);
    const added = [...holding].map((item) => {
      const state = { ...refunds.get(item), createdAt: at } as State;
      verdicts.set(item, { kind: 'done', text: kind.render(state) });
      return { recordId: item.id, state };
    });
    const writing = { ask, developerId, at };
    await writeChanges(writing, { kind, changes: [], added });
    await addToBalances(
      writing,
      kind,
      balanceChanges(
        kind,
        added.map(({ state }) => ({ before: null, after: state })),
      ),
    );
  });
  return verdicts;
}

/** The ids of what the refunds pay back. Those of unknown keys are absent. A key always names the same record. */
async function findOriginals(
  database: Database,
  kind: RefundableKind,
  developerId: string,
  items: readonly PendingRefund[],
): Promise<Map<PendingRefund, string>> {
  const hashOf = (key: string) => hashNaturalKey(developerId, kind.table, key);
  const hashes = items.flatMap(({ original }) => ('key' in original ? [hashOf(original.key)] : []));
  const holders = hashes.length > 0 ? await readReservations(database, developerId, hashes) : undefined;
  return new Map(
    items.flatMap((item): [PendingRefund, string][] => {
      const { original } = item;
      const id =
        'id' in original
          ? original.id
          : // A record without a key of its own shows one that has its id.
            (holders?.get(hashOf(original.key))?.recordId ?? kind.idOfShownKey?.(original.key));
      return id ? [[item, id]] : [];
    }),
  );
}
