import { uuidArray } from '../../database/array-literal.ts';
import { correctionOf, rowById, versionById } from '../../database/lookup-sql.ts';
import type { QueryRows } from '../../database/query-rows.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';
import { selectRecords, toRecordRow, voidedColumns } from '../../reading/read-records.ts';
import type { Located } from './judge.ts';
import { type Action, actions } from './pending-correction.ts';

type Of = { ask: QueryRows; kind: RecordKind; developerId: string; ids: readonly string[] };

/** `version` is negative for a voided record. `originalId`, of a refund, is that of what it pays back. */
export type Seen = { version: number; originalId: string | null };

/** What each record is for the snapshot of one statement. */
export async function seenVersions({ ask, kind, developerId, ids }: Of): Promise<Map<string, Seen>> {
  const columns = `t.version, ${kind.refunds ? `t.${kind.refunds.of}` : 'null::uuid'} as original_id`;
  const rows = await ask(
    `${kind.table}_versions`,
    `select w.id, coalesce(t.version, 1), t.original_id from unnest($2::uuid[]) w(id)
       cross join lateral (${rowById(kind.table, 'w.id', columns)}) t
     union all select w.id, -t.version - 1, t.original_id from unnest($2::uuid[]) w(id)
       cross join lateral (${versionById(kind.past, 'w.id', { columns, condition: 't.is_voided' })}) t`,
    [developerId, uuidArray(ids)],
  );
  return new Map(
    rows.map(([id, version, originalId]) => [
      id as string,
      { version: Number(version), originalId: originalId ?? null },
    ]),
  );
}

/** A limit or an offset keeps the planner from sorting behind the look-ups, which lock. */
const inOrder = '(select id from unnest($2::uuid[]) w(id) order by id offset 0) w';

function locked(row: string, strength: 'no key update' | 'share'): string {
  return `cross join lateral (${row} for ${strength}) t`;
}

/**
 * Locks the records in the order of their ids, and returns them as they are now. One statement locks those that count, and
 * the next those that are voided: a record that another transaction restores in between is absent.
 */
export async function lockRecords({ ask, kind, developerId, ids }: Of): Promise<Map<string, Located>> {
  const lock = (row: string, more: readonly string[] = []) =>
    selectRecords(kind, `(select t.* from ${inOrder} ${locked(row, 'no key update')})`, more);
  const values = [developerId, uuidArray(ids)];
  const balance = kind.refunds ? [`r.${kind.refunds.balance}`] : [];
  const active = await ask(`${kind.table}_lock`, lock(rowById(kind.table, 'w.id', '*'), balance), values);
  const last = { columns: voidedColumns(kind), condition: 't.is_voided' };
  const voided = await ask(`${kind.past}_lock`, lock(versionById(kind.past, 'w.id', last)), values);
  const found = new Map<string, Located>();
  for (const [rows, isVoided] of [
    [active, false],
    [voided, true],
  ] as const)
    for (const one of rows) {
      const row = toRecordRow(kind, one, isVoided);
      const refunded = kind.refunds && !isVoided ? (one.at(-1) ?? null) : null;
      found.set(row.id, { row, version: row.version ?? 1, isVoided, refunded });
    }
  return found;
}

/** `moved`: it was restored after the statement that locks, and is not locked. */
export type ParentState = 'voided' | 'moved' | 'active';

/** Keeps goals and events as they are while an outcome of theirs is restored. */
export async function lockParents(of: Of): Promise<Map<string, ParentState>> {
  const { ask, kind, developerId, ids } = of;
  const rows = await ask(
    `${kind.table}_share`,
    `select w.id from ${inOrder} ${locked(rowById(kind.table, 'w.id', 't.id'), 'share')}`,
    [developerId, uuidArray(ids)],
  );
  const held = new Set(rows.map(([id]) => id));
  const seen = await seenVersions(of);
  const stateOf = (id: string, version: number): ParentState => {
    if (version < 0) return 'voided';
    return held.has(id) ? 'active' : 'moved';
  };
  return new Map([...seen].map(([id, { version }]) => [id, stateOf(id, version)]));
}

/** What the parent of each voided outcome did when it voided it. Those that were voided alone are absent. */
export async function causesOf(
  { ask, developerId }: Pick<Of, 'ask' | 'developerId'>,
  voided: readonly Located[],
): Promise<Map<string, Action>> {
  if (voided.length === 0) return new Map();
  const rows = await ask(
    'corrections_causes',
    `select w.id, cause.action from unnest($2::uuid[], $3::integer[]) w(id, version)
       cross join lateral (${correctionOf('w.id', { columns: 't.cause_id', condition: 't.version = w.version' })}) c
       cross join lateral (${rowById('corrections', 'c.cause_id', 't.action')}) cause`,
    [
      developerId,
      uuidArray(voided.map(({ row }) => row.id)),
      `{${voided.map(({ version }) => version).join()}}`,
    ],
  );
  const names = Object.entries(actions);
  return new Map(
    rows.map(([id, code]) => [id as string, names.find(([, one]) => one === Number(code))?.[0] as Action]),
  );
}
