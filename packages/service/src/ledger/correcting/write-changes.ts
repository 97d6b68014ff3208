import { fromUnits } from '../../base/decimal-units.ts';
import { newId } from '../../base/ids.ts';
import { toIsoInstant } from '../../base/instants.ts';
import { plainArray, textArray, uuidArray } from '../../database/array-literal.ts';
import { givenRows, rowById } from '../../database/lookup-sql.ts';
import type { QueryRows } from '../../database/query-rows.ts';
import { columnOfCut } from '../../kinds/record-dimensions.ts';
import type { RecordColumn, RecordKind } from '../../kinds/record-kind.ts';
import { insertCommitOf } from '../../live/commit-log.ts';
import { ownColumns } from '../../reading/read-records.ts';
import { insertEntries } from '../../rollups/rollup-deltas.ts';
import { columnsOfNamed } from '../earliest-named-sql.ts';
import type { Change, State } from './judge.ts';
import { actions, authors } from './pending-correction.ts';
import { isRefundable, originalIdOf, type RefundableKind } from './refund-rules.ts';

/** A new record: a refund, or one that a correction generates. */
export type Added = { recordId: string; state: State };

/** Of one kind. `at` is the time of all of them. */
export type Changes = { kind: RecordKind; changes: readonly Change[]; added: readonly Added[] };

const isGiven = 'u.developer_id = g.developer_id and u.id = g.id';

/** The time of what a transaction writes. It is read after the locks, so that the times of a record's versions ascend. */
export async function readClock(ask: QueryRows): Promise<string> {
  const sql = "select date_trunc('milliseconds', clock_timestamp())";
  const [[clock] = []] = await ask('corrections_clock', sql, []);
  return toIsoInstant(clock as string);
}

export type Writing = { ask: QueryRows; developerId: string; at: string };

/**
 * Writes what the corrections make of the records: the version before goes into the past; then a void deletes the row, an
 * amendment updates it, and a restore inserts it again. So what counts is always the rows of the table, and no question has
 * to leave any out.
 */
export async function writeChanges(writing: Writing, { kind, changes, added }: Changes): Promise<void> {
  const { ask, developerId, at } = writing;
  const superseded = changes.filter(({ before }) => before);
  if (superseded.length > 0) await supersede(writing, kind, superseded);
  const voided = superseded.filter(({ after }) => !after).map(({ recordId }) => recordId);
  if (voided.length > 0)
    await ask(
      `${kind.table}_void`,
      `${givenRows(['id'], ['$2::uuid[]'])}
       delete from ${kind.table} u using given g where ${isGiven}`,
      [developerId, uuidArray(voided)],
    );
  const amended = superseded.filter(({ after }) => after);
  if (amended.length > 0) await amend(writing, kind, amended);
  const restored = changes.filter(({ before }) => !before);
  if (restored.length > 0)
    await ask(
      `${kind.past}_unmark`,
      `${givenRows(['id'], ['$2::uuid[]'])}
       update ${kind.past} u set is_voided = false from given g where ${isGiven} and u.is_voided`,
      [developerId, uuidArray(restored.map(({ recordId }) => recordId))],
    );
  const inserted = [
    ...restored.map(({ recordId, version, after }) => ({ recordId, version, state: after as State })),
    ...added.map((one) => ({ ...one, version: null })),
  ];
  if (inserted.length > 0) await insert(writing, kind, inserted);
  await writeEntries(writing, { kind, changes, added });
  if (amended.length > 0) await renameSessions(writing, kind, amended);
  if (added.length > 0)
    await insertCommitOf(
      ask,
      developerId,
      kind.facts[0],
      added.map(({ recordId }) => recordId),
    );
  if (changes.length > 0) await writeCorrections(ask, developerId, { kind, changes, at });
}

async function supersede({ ask, developerId, at }: Writing, kind: RecordKind, changes: readonly Change[]) {
  const columns = ['developer_id', 'id', 'created_at', ...ownColumns(kind)];
  await ask(
    `${kind.past}_add`,
    `insert into ${kind.past} (${columns.join(', ')}, version, changed_at, to_at, is_voided)
     select ${columns.map((name) => `t.${name}`).join(', ')}, coalesce(t.version, 1), t.changed_at, $3::timestamptz, c.is_voided
     from unnest($2::uuid[], $4::boolean[]) c(id, is_voided)
       cross join lateral (${rowById(kind.table, 'c.id', '*')}) t`,
    [
      developerId,
      uuidArray(changes.map(({ recordId }) => recordId)),
      at,
      plainArray(changes.map(({ after }) => String(!after))),
    ],
  );
}

type Column = { name: string; type: RecordColumn['type']; of(state: State): string | null };

/** Those of {@link ownColumns}. */
function columnsOf(kind: RecordKind): Column[] {
  return [
    ...kind.dimensions.map(
      ({ column }, i): Column => ({
        name: column,
        type: 'uuid',
        of: ({ dimensions }) => dimensions[i]?.id ?? null,
      }),
    ),
    ...kind.columns.map(
      ({ name, type }, i): Column => ({ name, type, of: ({ values }) => values[i] ?? null }),
    ),
  ];
}

function arrayOf(type: RecordColumn['type'], values: readonly (string | null)[]): string | Buffer | null {
  if (type === 'uuid') return uuidArray(values);
  return type === 'text' || type === 'json' ? textArray(values) : plainArray(values);
}

async function amend({ ask, developerId, at }: Writing, kind: RecordKind, changes: readonly Change[]) {
  const columns = columnsOf(kind);
  const states = changes.map(({ after }) => after as State);
  await ask(
    `${kind.table}_amend`,
    `${givenRows(
      ['id', 'version', ...columns.map(({ name }) => name)],
      ['$3::uuid[]', '$4::integer[]', ...columns.map(({ type }, i) => `$${i + 5}::${type}[]`)],
    )}
     update ${kind.table} u set version = g.version, changed_at = $2::timestamptz, ${columns.map(({ name }) => `${name} = g.${name}`).join(', ')}
     from given g where ${isGiven}`,
    [
      developerId,
      at,
      uuidArray(changes.map(({ recordId }) => recordId)),
      plainArray(changes.map(({ version }) => String(version))),
      ...columns.map(({ type, of }) => arrayOf(type, states.map(of))),
    ],
  );
}

type Inserted = { recordId: string; version: number | null; state: State };

async function insert({ ask, developerId, at }: Writing, kind: RecordKind, rows: readonly Inserted[]) {
  const columns = columnsOf(kind);
  const names = columns.map(({ name }) => name).join(', ');
  await ask(
    `${kind.table}_insert`,
    `insert into ${kind.table} (developer_id, id, created_at, version, changed_at, ${names})
     select $1::uuid, id, created_at, version, case when version is not null then $2::timestamptz end, ${names}
     from unnest($3::uuid[], $4::timestamptz[], $5::integer[], ${columns.map(({ type }, i) => `$${i + 6}::${type}[]`).join(', ')})
       c(id, created_at, version, ${names})`,
    [
      developerId,
      at,
      uuidArray(rows.map(({ recordId }) => recordId)),
      plainArray(rows.map(({ state }) => state.createdAt)),
      plainArray(rows.map(({ version }) => (version === null ? null : String(version)))),
      ...columns.map(({ type, of }) =>
        arrayOf(
          type,
          rows.map(({ state }) => of(state)),
        ),
      ),
    ],
  );
}

/** What counted is taken away, and what counts now is added, each in deltas of one sign. */
async function writeEntries({ ask, developerId }: Writing, { kind, changes, added }: Changes): Promise<void> {
  const taken = changes.flatMap(({ before }) => (before ? [before] : []));
  const counting = [
    ...changes.flatMap(({ after }) => (after ? [after] : [])),
    ...added.map(({ state }) => state),
  ];
  const member = (cut: 'agent' | 'customer') => {
    const column = columnOfCut(kind, cut);
    const i = kind.dimensions.findIndex((one) => one.column === column);
    return ({ dimensions }: State) => dimensions[i]?.id ?? null;
  };
  const columnValue = (column: string | undefined) => {
    const i = kind.columns.findIndex(({ name }) => name === column);
    return ({ values }: State) => values[i] ?? null;
  };
  const [agent, customer, time] = [member('agent'), member('customer'), columnValue(kind.time.column)];
  const amount = columnValue(kind.amount?.column);
  const factOf = (state: State) =>
    isRefundable(kind) && originalIdOf(kind, state) ? kind.refunds.fact : kind.facts[0];
  for (const [sign, all] of [
    [-1, taken],
    [1, counting],
  ] as const)
    for (const [fact, states] of Map.groupBy(all, factOf))
      await insertEntries(ask, developerId, {
        id: newId(),
        fact,
        sign,
        agentIds: states.map(agent),
        customerIds: states.map(customer),
        amounts: states.map((state) => amount(state) ?? '0'),
        times: states.map(time),
      });
}

/** What corrections and refunds add to the balances of what they pay back, in billionths of a USD. */
export async function addToBalances(
  { ask, developerId }: Pick<Writing, 'ask' | 'developerId'>,
  { table, refunds: { balance } }: RefundableKind,
  changes: ReadonlyMap<string, bigint>,
): Promise<void> {
  if (changes.size === 0) return;
  await ask(
    `${table}_balance`,
    `${givenRows(['id', 'amount'], ['$2::uuid[]', '$3::numeric[]'])}
     update ${table} u set ${balance} = nullif(coalesce(u.${balance}, 0) + g.amount, 0) from given g where ${isGiven}`,
    [
      developerId,
      uuidArray([...changes.keys()]),
      plainArray([...changes.values()].map((amount) => fromUnits(amount))),
    ],
  );
}

/** A session whose agent or customer came from an amended record gets the new one. */
async function renameSessions(
  { ask, developerId, at }: Writing,
  kind: RecordKind,
  changes: readonly Change[],
) {
  for (const [i, session] of kind.dimensions.entries())
    for (const named of session.remembers ?? []) {
      const position = kind.dimensions.findIndex(({ table }) => table === named.table);
      const renamed = changes.filter(
        ({ before, after }) =>
          before?.dimensions[i] &&
          after?.dimensions[position] &&
          before.dimensions[position]?.id !== after.dimensions[position].id,
      );
      if (renamed.length === 0) continue;
      const [id, , by] = columnsOfNamed(named);
      await ask(
        `${session.table}_rename_${named.stem}`,
        `${givenRows(['id', 'record_id', 'named'], ['$3::uuid[]', '$4::uuid[]', '$5::uuid[]'])}
         update ${session.table} u set ${id} = g.named, updated_at = $2::timestamptz
         from given g where ${isGiven} and u.${by} = g.record_id`,
        [
          developerId,
          at,
          uuidArray(renamed.map(({ before }) => before?.dimensions[i]?.id ?? null)),
          uuidArray(renamed.map(({ recordId }) => recordId)),
          uuidArray(renamed.map(({ after }) => after?.dimensions[position]?.id ?? null)),
        ],
      );
    }
}

async function writeCorrections(
  ask: QueryRows,
  developerId: string,
  { kind, changes, at }: { kind: RecordKind; changes: readonly Change[]; at: string },
): Promise<void> {
  const of = (read: (change: Change) => string | null) => changes.map(read);
  await ask(
    'corrections_add',
    `insert into corrections (developer_id, id, fact, record_id, version, action, reason, cause_id, by_kind, by_id, run_id, created_at)
     select $1::uuid, id, $2::smallint, record_id, version, action, reason, cause_id, by_kind, by_id, run_id, $3::timestamptz
     from unnest($4::uuid[], $5::uuid[], $6::integer[], $7::smallint[], $8::text[], $9::uuid[], $10::smallint[], $11::uuid[], $12::uuid[])
       c(id, record_id, version, action, reason, cause_id, by_kind, by_id, run_id)`,
    [
      developerId,
      kind.facts[0],
      at,
      uuidArray(of(({ id }) => id)),
      uuidArray(of(({ recordId }) => recordId)),
      plainArray(of(({ version }) => String(version))),
      plainArray(of(({ action }) => String(actions[action]))),
      textArray(of(({ reason }) => reason)),
      uuidArray(of(({ causeId }) => causeId)),
      plainArray(of(({ author }) => String(authors[author.kind]))),
      uuidArray(of(({ author }) => author.id)),
      uuidArray(of(({ runId }) => runId)),
    ],
  );
}
