import { uuidArray } from '../../database/array-literal.ts';
import { correctionOf, rowById, versionById } from '../../database/lookup-sql.ts';
import type { QueryRows } from '../../database/query-rows.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';
import { selectRecords, toRecordRow, voidedColumns } from '../../reading/read-records.ts';
import type { Located } from './judge.ts';
import { type Action, actions } from './pending-correction.ts';

type Of = { ask: QueryRows; kind: RecordKind; developerId: string; ids: readonly string[] };

/** The version that each record has for the snapshot of one statement; negative for a voided one. */
export async function seenVersions({ ask, kind, developerId, ids }: Of): Promise<Map<string, number>> {
  const rows = await ask(
    `${kind.table}_versions`,
    `select w.id, coalesce(t.version, 1) from unnest($2::uuid[]) w(id)
       cross join lateral (${rowById(kind.table, 'w.id', 't.version')}) t
     union all select w.id, -t.version - 1 from unnest($2::uuid[]) w(id)
       cross join lateral (${versionById(kind.past, 'w.id', { columns: 't.version', condition: 't.is_voided' })}) t`,
    [developerId, uuidArray(ids)],
  );
  return new Map(rows.map(([id, version]) => [id as string, Number(version)]));
}

/** A limit or an offset keeps the planner from sorting behind the look-ups, which lock. */
const inOrder = '(select id from unnest($2::uuid[]) w(id) order by id offset 0) w';

function locked(row: string, strength: 'no key update' | 'share'): string {
  return `cross join lateral (${row} for ${strength}) t`;
}

/**
 * Locks the records in the order of their ids, and returns them as they are now. A record that changed after the snapshot of
 * {@link seenVersions} is left out: it is corrected by a later transaction, so that the versions of a record, their times
 * and the numbers of their transactions have one order, in which followers get them.
 */
export async function lockRecords(of: Of, seen: ReadonlyMap<string, number>): Promise<Map<string, Located>> {
  const { ask, kind, developerId, ids } = of;
  const lock = (row: string) =>
    selectRecords(kind, `(select t.* from ${inOrder} ${locked(row, 'no key update')})`);
  const values = [developerId, uuidArray(ids)];
  const active = await ask(`${kind.table}_lock`, lock(rowById(kind.table, 'w.id', '*')), values);
  const last = { columns: voidedColumns(kind), condition: 't.is_voided' };
  const voided = await ask(`${kind.past}_lock`, lock(versionById(kind.past, 'w.id', last)), values);
  const found = new Map<string, Located>();
  for (const [rows, isVoided] of [
    [active, false],
    [voided, true],
  ] as const)
    for (const one of rows) {
      const row = toRecordRow(kind, one, isVoided);
      const version = row.version ?? 1;
      if (seen.get(row.id) === (isVoided ? -version : version)) found.set(row.id, { row, version, isVoided });
    }
  return found;
}

/** Keeps goals and events as they are while an outcome of theirs is restored. Returns those that are voided. */
export async function lockParents(of: Of): Promise<Set<string>> {
  const { ask, kind, developerId, ids } = of;
  const values = [developerId, uuidArray(ids)];
  await ask(
    `${kind.table}_share`,
    `select w.id from ${inOrder} ${locked(rowById(kind.table, 'w.id', 't.id'), 'share')}`,
    values,
  );
  const voided = await ask(
    `${kind.past}_voided`,
    `select w.id from unnest($2::uuid[]) w(id)
       cross join lateral (${versionById(kind.past, 'w.id', { columns: 't.id', condition: 't.is_voided' })}) t`,
    values,
  );
  return new Set(voided.map(([id]) => id as string));
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
