import { newId } from '../../base/ids.ts';
import { uuidArray } from '../../database/array-literal.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { rowById } from '../../database/lookup-sql.ts';
import type { QueryRows } from '../../database/query-rows.ts';
import { CORRECTIONS, type KindRegistry } from '../../kinds/kind-registry.ts';
import type { Generates, RecordKind } from '../../kinds/record-kind.ts';
import { insertCommitOf } from '../../live/commit-log.ts';
import { Balances, balanceChanges } from './balances.ts';
import { type Following, followParent, generatedIdOf, parentIdOf, valuedIdOf } from './follow-parent.ts';
import { type Change, judge, type Located, refusal } from './judge.ts';
import { causesOf, lockParents, lockRecords, type ParentState, seenVersions } from './locate-records.ts';
import type { PendingCorrection } from './pending-correction.ts';
import { correctionText } from './read-corrections.ts';
import { isRefundable } from './refund-rules.ts';
import { reserve } from './reserve.ts';
import { upsertNamed } from './upsert-named.ts';
import { type Added, addToBalances, readClock, writeChanges } from './write-changes.ts';

type TransactionContext = { database: Database; kinds: KindRegistry };

/** `again`: the record, or its outcome, changed meanwhile. A later transaction corrects it. */
export type Verdict =
  | { kind: 'again' }
  | { kind: 'refused'; error: unknown }
  | { kind: 'done'; text: string };

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
    const parents = await parentsOfRestored({ ask, kinds, kind, developerId }, items);
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
    const balances = isRefundable(kind) ? new Balances(kind, found.locked) : undefined;
    const judged = new Map<PendingCorrection, Change>();
    for (const item of items) {
      verdicts.set(item, { kind: 'again' });
      if (found.changed.has(item.recordId) || outcomes?.changed.has(generatedIdOf(item.recordId))) continue;
      const parent = item.action === 'restore' ? parents.get(item.recordId) : undefined;
      if (parent === 'moved') continue;
      try {
        if (parent === 'voided')
          throw refusal(
            'action',
            'cannot be "restore", because the goal or event that generated it is voided',
          );
        const change = judge(kind, item, found.located.get(item.recordId));
        const admitted = balances ? balances.admit(item, change) : change;
        if (admitted) judged.set(item, admitted);
      } catch (error) {
        verdicts.set(item, { kind: 'refused', error });
      }
    }
    const holding = await reserve(ask, developerId, [...judged.keys()]);
    if (holding.size === 0) return;
    const changes = await upsertNamed(
      { ask, database, developerId },
      kind,
      [...holding].map((item) => judged.get(item) as Change),
    );
    const at = await readClock(ask);
    for (const [i, item] of [...holding].entries())
      verdicts.set(item, { kind: 'done', text: textOf(kind, changes[i] as Change, at) });
    const writing = { ask, developerId, at };
    await writeChanges(writing, { kind, changes, added: [] });
    if (isRefundable(kind)) await addToBalances(writing, kind, balanceChanges(kind, changes));
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

/** The answer of a correction, to the byte what {@link readCorrections} reads later. */
function textOf(kind: RecordKind, change: Change, at: string): string {
  const { before, after, author, version } = change;
  const stored = { ...change, createdBy: author, createdAt: at };
  return correctionText(
    kind,
    stored,
    before ? kind.render(before) : undefined,
    after ? kind.render({ ...after, version, changedAt: at, isVoided: false }) : undefined,
  );
}

/** What is the goal or event of each outcome that is restored, by the id of the outcome. */
async function parentsOfRestored(
  {
    ask,
    kinds,
    kind,
    developerId,
  }: { ask: QueryRows; kinds: KindRegistry; kind: RecordKind; developerId: string },
  items: readonly PendingCorrection[],
): Promise<Map<string, ParentState>> {
  const parentIds = items.flatMap(({ action, recordId }) =>
    action === 'restore' ? (parentIdOf(recordId) ?? []) : [],
  );
  const states = new Map<string, ParentState>();
  if (parentIds.length === 0) return states;
  for (const parent of kinds.parentsOf(kind))
    for (const [id, state] of await lockParents({ ask, kind: parent, developerId, ids: parentIds }))
      states.set(generatedIdOf(id), state);
  return states;
}

/** `located`: the records themselves; `locked`: also what they pay back, if they are refunds. */
type Locating = {
  located: Map<string, Located>;
  locked: ReadonlyMap<string, Located>;
  /** Records that another transaction has changed since this one looked. */
  changed: Set<string>;
};

/**
 * Locks the records, and what they pay back, in the order of their ids. A record that changed after the snapshot of
 * {@link seenVersions} is corrected by a later transaction, so that the versions of a record, their times and the numbers of
 * their transactions have one order, in which followers get them.
 */
async function locate(
  ask: QueryRows,
  kind: RecordKind,
  developerId: string,
  ids: readonly string[],
): Promise<Locating> {
  const of = { ask, kind, developerId, ids };
  const seen = await seenVersions(of);
  const originalIds = [...seen.values()].flatMap(({ originalId }) => originalId ?? []);
  const locked = await lockRecords({ ...of, ids: [...new Set([...ids, ...originalIds])] });
  const located = new Map<string, Located>();
  const changed = new Set<string>();
  for (const [id, { version }] of seen) {
    const found = locked.get(id);
    if (found && version === (found.isVoided ? -found.version : found.version)) located.set(id, found);
    else changed.add(id);
  }
  return { located, locked, changed };
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
): Promise<{ kind: RecordKind; changes: Change[]; added: Added[] }> {
  const voided = [...outcomes.values()].filter(({ isVoided }) => isVoided);
  const causes = await causesOf({ ask, developerId }, voided);
  const members = parents.flatMap(({ after }) => (after && valuedIdOf({ generates, kind }, after)) ?? []);
  const values = await valuesOf(ask, generates, developerId, members);
  const changes: Change[] = [];
  const added: Added[] = [];
  for (const change of parents) {
    const outcomeId = generatedIdOf(change.recordId);
    const outcome = { found: outcomes.get(outcomeId), voidedBy: causes.get(outcomeId) };
    const member = change.after ? valuedIdOf({ generates, kind }, change.after) : undefined;
    const value = values.get(member ?? '') ?? null;
    const following: Following = followParent({ generates, kind, change }, outcome, value);
    if (following.kind === 'change') changes.push({ ...following.change, id: newId() });
    if (following.kind === 'new')
      added.push({ recordId: following.recordId, state: { ...following.state, createdAt: at } });
  }
  return { kind: generates.kind, changes, added };
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
