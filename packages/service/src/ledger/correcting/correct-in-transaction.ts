import { newId } from '../../base/ids.ts';
import { toIsoInstant } from '../../base/instants.ts';
import { uuidArray } from '../../database/array-literal.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { rowById } from '../../database/lookup-sql.ts';
import type { QueryRows } from '../../database/query-rows.ts';
import { CORRECTIONS, type KindRegistry } from '../../kinds/kind-registry.ts';
import type { Generates, RecordKind } from '../../kinds/record-kind.ts';
import { insertCommitOf } from '../../live/commit-log.ts';
import { reservationTable } from '../reservations.ts';
import { type Following, followParent, generatedIdOf, parentIdOf, valuedIdOf } from './follow-parent.ts';
import { type Change, judge, type Located, refusal } from './judge.ts';
import { causesOf, lockParents, lockRecords, seenVersions } from './locate-records.ts';
import type { PendingCorrection } from './pending-correction.ts';
import { upsertNamed } from './upsert-named.ts';
import { type Generated, writeChanges } from './write-changes.ts';

type TransactionContext = { database: Database; kinds: KindRegistry };

/** `again`: the record, or its outcome, changed meanwhile. A later transaction corrects it. */
export type Verdict = { kind: 'again' } | { kind: 'refused'; error: unknown } | { kind: 'done' };

/**
 * One transaction: locks the records, judges, reserves the keys, and writes what the corrections make of the records and of
 * the outcomes that these generate. Each record and each key may be there once.
 */
export async function correctInTransaction(
  context: TransactionContext,
  kind: RecordKind,
  developerId: string,
  items: readonly PendingCorrection[],
): Promise<Map<PendingCorrection, Verdict>> {
  const verdicts = new Map<PendingCorrection, Verdict>();
  if (items.length === 0) return verdicts;
  const { database, kinds } = context;
  await inTransaction(database, async (ask) => {
    const voidedParents = await parentsOfRestored({ ask, kinds, kind, developerId }, items);
    const found = await locate(
      ask,
      kind,
      developerId,
      items.map(({ recordId }) => recordId),
    );
    const outcomes = kind.generates
      ? await locate(
          ask,
          kind.generates.kind,
          developerId,
          items.map(({ recordId }) => generatedIdOf(recordId)),
        )
      : undefined;
    const judged: { item: PendingCorrection; change: Change }[] = [];
    for (const item of items) {
      if (found.changed.has(item.recordId) || outcomes?.changed.has(generatedIdOf(item.recordId))) {
        verdicts.set(item, { kind: 'again' });
        continue;
      }
      try {
        if (item.action === 'restore' && voidedParents.has(item.recordId))
          throw refusal(
            'action',
            'cannot be "restore", because the goal or event that generated it is voided',
          );
        judged.push({ item, change: judge(kind, item, found.located.get(item.recordId)) });
      } catch (error) {
        verdicts.set(item, { kind: 'refused', error });
      }
    }
    const won = await reserve(
      ask,
      developerId,
      judged.map(({ item }) => item),
    );
    const taken = judged.filter(({ item }) => won.has(item));
    for (const { item } of judged) verdicts.set(item, { kind: won.has(item) ? 'done' : 'again' });
    if (taken.length === 0) return;
    const changes = await upsertNamed(
      { ask, database, developerId },
      kind,
      taken.map(({ change }) => change),
    );
    const [[clock] = []] = await ask(
      'corrections_clock',
      "select date_trunc('milliseconds', clock_timestamp())",
      [],
    );
    const at = toIsoInstant(clock as string);
    const writing = { ask, developerId, at };
    await writeChanges(writing, { kind, changes, generated: [] });
    const followed =
      kind.generates && outcomes
        ? await follow({ ...writing, kind, generates: kind.generates }, changes, outcomes.located)
        : undefined;
    if (followed) await writeChanges(writing, followed);
    const all = [...changes, ...(followed?.changes ?? [])];
    await insertCommitOf(
      ask,
      developerId,
      CORRECTIONS,
      all.map(({ id }) => id),
    );
  });
  return verdicts;
}

/** The items that restore an outcome whose goal or event is voided, by the id of the outcome. */
async function parentsOfRestored(
  {
    ask,
    kinds,
    kind,
    developerId,
  }: { ask: QueryRows; kinds: KindRegistry; kind: RecordKind; developerId: string },
  items: readonly PendingCorrection[],
): Promise<Set<string>> {
  const parentIds = items.flatMap(({ action, recordId }) =>
    action === 'restore' ? (parentIdOf(recordId) ?? []) : [],
  );
  const voided = new Set<string>();
  if (parentIds.length === 0) return voided;
  for (const parent of kinds.parentsOf(kind))
    for (const id of await lockParents({ ask, kind: parent, developerId, ids: parentIds }))
      voided.add(generatedIdOf(id));
  return voided;
}

/** `changed`: records that another transaction has changed since this one looked. */
type Locating = { located: Map<string, Located>; changed: Set<string> };

async function locate(
  ask: QueryRows,
  kind: RecordKind,
  developerId: string,
  ids: readonly string[],
): Promise<Locating> {
  const of = { ask, kind, developerId, ids };
  const seen = await seenVersions(of);
  const located = await lockRecords(of, seen);
  return { located, changed: new Set([...seen.keys()].filter((id) => !located.has(id))) };
}

/** Sorted by hash, as recording sorts its reservations. Returns the items that hold their key, or have none. */
async function reserve(
  ask: QueryRows,
  developerId: string,
  items: readonly PendingCorrection[],
): Promise<Set<PendingCorrection>> {
  const keyed = items.flatMap((item) => (item.reservation ? [{ item, ...item.reservation }] : []));
  const free = items.filter(({ reservation }) => !reservation);
  if (keyed.length === 0) return new Set(free);
  const rows = await ask(
    'corrections_reserve',
    `insert into ${reservationTable} (developer_id, key_hash, fingerprint, record_id)
     select $1::uuid, t.* from unnest($2::uuid[], $3::uuid[], $4::uuid[]) t(key_hash, fingerprint, record_id)
     order by key_hash on conflict do nothing returning replace(key_hash::text, '-', '')`,
    [
      developerId,
      uuidArray(keyed.map(({ keyHash }) => keyHash)),
      uuidArray(keyed.map(({ fingerprint }) => fingerprint)),
      uuidArray(keyed.map(({ item }) => item.id)),
    ],
  );
  const won = new Set(rows.map(([hash]) => hash));
  return new Set([...free, ...keyed.filter(({ keyHash }) => won.has(keyHash)).map(({ item }) => item)]);
}

type FollowContext = {
  ask: QueryRows;
  developerId: string;
  at: string;
  kind: RecordKind;
  generates: Generates;
};

/** What the corrections of goals and events do to the outcomes that these generate. */
async function follow(
  { ask, developerId, at, kind, generates }: FollowContext,
  parents: readonly Change[],
  outcomes: ReadonlyMap<string, Located>,
): Promise<{ kind: RecordKind; changes: Change[]; generated: Generated[] }> {
  const voided = [...outcomes.values()].filter(({ isVoided }) => isVoided);
  const causes = await causesOf({ ask, developerId }, voided);
  const members = parents.flatMap(({ after }) => (after && valuedIdOf({ generates, kind }, after)) ?? []);
  const values = await valuesOf(ask, generates, developerId, members);
  const changes: Change[] = [];
  const generated: Generated[] = [];
  for (const change of parents) {
    const outcomeId = generatedIdOf(change.recordId);
    const outcome = { found: outcomes.get(outcomeId), voidedBy: causes.get(outcomeId) };
    const member = change.after ? valuedIdOf({ generates, kind }, change.after) : undefined;
    const value = values.get(member ?? '') ?? null;
    const following: Following = followParent({ generates, kind, change }, outcome, value);
    if (following.kind === 'change') changes.push({ ...following.change, id: newId() });
    if (following.kind === 'new')
      generated.push({ recordId: following.recordId, state: { ...following.state, createdAt: at } });
  }
  return { kind: generates.kind, changes, generated };
}

async function valuesOf(
  ask: QueryRows,
  { valued }: Generates,
  developerId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ask(
    `${valued.table}_values`,
    `select t.* from unnest($2::uuid[]) w(id)
       cross join lateral (${rowById(valued.table, 'w.id', 't.id, t.value')}) t where t.value is not null`,
    [developerId, uuidArray(ids)],
  );
  return new Map(rows.map(([id, value]) => [id as string, value as string]));
}
