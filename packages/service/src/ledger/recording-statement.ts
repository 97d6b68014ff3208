import type { Distribution, Tenant } from '../database/distribution/distribution.ts';
import { statementName } from '../database/statement-name.ts';
import { inLockingOrder } from '../kinds/record-dimensions.ts';
import type { RecordDimension, RecordKind } from '../kinds/record-kind.ts';
import { insertCommit } from '../live/commit-log.ts';
import { insertDelta } from '../rollups/rollup-deltas.ts';
import { columnsReadAgain, generated, readByGenerated } from './generated-records.ts';
import { type RecordingColumn, recordingColumns } from './recording-columns.ts';
import { reservationTable } from './reservations.ts';
import { createdAt, dimensionIdOf, joinsOfUpserted, upsertDimension } from './upsert-dimensions.ts';

/** Each combination becomes a prepared statement, so keep them few. */
export type StatementShape = {
  /** Dimensions of which the records create or change rows. */
  upserted: readonly RecordDimension[];
  hasNaturalKeys: boolean;
  distribution: Distribution;
};

/**
 * A UUID expression that fails with division by zero. It uses a column, so that PostgreSQL cannot evaluate it while
 * planning.
 */
const divisionByZero = '(1 / (i.position - i.position))::text::uuid';

/** `columns` are those of `input`, one parameter each. */
export type RecordingStatement = { name: string; text: string; columns: readonly RecordingColumn[] };

/** By kind, because two services in one process may have kinds of one table with different columns. */
const statements = new WeakMap<RecordKind, Map<string, RecordingStatement>>();

/**
 * The statement that records a batch. It reserves the keys, inserts the records whose reservations it won, creates the
 * agents, customers and other dimension rows that they name for the first time, and writes the deltas for the rollups
 * and the commit for followers. All of this is one statement, so that a crash leaves all of it or nothing (decision
 * 001).
 *
 * Parameters: `$1` is the developer of all records, unless `$4` has the developer of each. `$2` is the id of the deltas.
 * `$3` is the lock timeout, or null for the server's. The rest are arrays with one element for each record, one for each
 * of `columns`.
 *
 * Result: one row. `created_at` is the time of all records. `unwritten` has the positions, from 1, of the records whose
 * reservation was taken by others, and which were therefore not written. One column for each dimension of `upserted`
 * has the ids of its rows, as JSON by developer and key.
 *
 * On Citus every insert takes the developer from its row in the table `tenants`, because Citus sends an insert to the
 * developer's node only if it reads from a table there (decision 008). If a developer has no row in `tenants` yet,
 * nothing is written and the statement returns no row; the caller adds the developer and sends it again.
 */
export function recordingStatement(kind: RecordKind, shape: StatementShape): RecordingStatement {
  const { upserted, hasNaturalKeys, distribution } = shape;
  const needs = [...upserted.map((dimension) => dimension.stem), ...(hasNaturalKeys ? ['natural keys'] : [])];
  const ofKind = statements.get(kind) ?? new Map<string, RecordingStatement>();
  statements.set(kind, ofKind);
  const cacheKey = [...needs, distribution.name].join(' ');
  const known = ofKind.get(cacheKey);
  if (known) return known;
  const name = statementName(`record_${kind.table}`, needs);
  const columns = recordingColumns(kind, shape);
  const statement = { name, text: buildText(kind, shape, columns), columns };
  ofKind.set(cacheKey, statement);
  return statement;
}

function buildText(
  kind: RecordKind,
  { upserted, hasNaturalKeys, distribution }: StatementShape,
  inputColumns: readonly RecordingColumn[],
): string {
  const tenant = distribution.tenantOfRows;
  const inOrder = inLockingOrder(upserted);
  const last = inOrder.at(-1);
  const own = kind.columns.map(({ name }) => name);
  const columns = [...kind.dimensions.map(({ column }) => column), ...own];
  const values = [
    ...kind.dimensions.map((dimension) => dimensionIdOf(dimension, upserted)),
    ...own.map((name) => `i.${name}`),
  ];
  const ctes = [
    input(inputColumns, distribution),
    reserved(hasNaturalKeys, tenant),
    accepted(hasNaturalKeys),
    ...inOrder.map((dimension, i) => upsertDimension(kind, dimension, inOrder.slice(0, i), tenant)),
    // The count is always true. It makes PostgreSQL write the last dimension, and so all of them in their order, before
    // the first record (see `upsertDimension`).
    `recorded as (
      insert into ${kind.table} (developer_id, id, created_at, ${columns.join(', ')})
      select ${tenant.id('i')}, ${hasNaturalKeys ? `case when i.is_whole then i.id else ${divisionByZero} end` : 'i.id'}, ${createdAt}, ${values.join(', ')}
      from ${tenant.table} cross join accepted i
      ${joinsOfUpserted(upserted)}
      where ${tenant.condition} ${last ? `and (select count(*) from upserted_${last.stem}) >= 0` : ''}
      returning ${columnsReadAgain(kind, kind.generates && readByGenerated(kind.generates, kind))})`,
    ...(kind.generates ? [generated(kind.generates, kind, tenant)] : []),
    ...deltaAndCommit(kind, 'recorded', tenant),
    ...(kind.generates ? deltaAndCommit(kind.generates.kind, 'generated', tenant) : []),
  ];
  const upsertedIds = upserted.map(
    ({ stem }) => `, (select json_object_agg(developer_key, id) from upserted_${stem}) as ${stem}`,
  );
  return `with ${ctes.join(',\n')}
    select ${createdAt} as created_at,
      array(select position from input where (id in (select id from recorded)) is not true) as unwritten${upsertedIds.join('')}
    from ${tenant.table} where ${tenant.condition}`;
}

function input(columns: readonly RecordingColumn[], distribution: Distribution): string {
  const values = ['$4::uuid[]', ...columns.map(({ type }, i) => `$${i + 5}::${type}[]`)];
  const names = ['row_developer_id', ...columns.map(({ name }) => name)];
  const rows = `unnest(${values.join(', ')}) with ordinality as t(${names.join(', ')}, position)`;
  return `input as (select coalesce(t.row_developer_id, $1::uuid) as developer_id, t.*
      from ${[rows, ...distribution.persistTransactionId].join(', ')}
      where (select set_config('lock_timeout', $3, true)) is not null)`;
}

function deltaAndCommit(kind: RecordKind, recorded: string, tenant: Tenant): string[] {
  return [
    `${recorded}_delta as (${insertDelta(kind, recorded, '$2', tenant)})`,
    `${recorded}_commit as (${insertCommit(kind, recorded, tenant)})`,
  ];
}

/** Sorted by hash, so that statements of two gateways lock common reservations in one order and cannot deadlock. */
function reserved(hasNaturalKeys: boolean, tenant: Tenant): string {
  const reservations = (column: string) =>
    `select developer_id, ${column} as key_hash, fingerprint, id from input where ${column} is not null`;
  return `reserved as (
      insert into ${reservationTable} (developer_id, key_hash, fingerprint, record_id)
      select ${tenant.id('c')}, key_hash, fingerprint, id from ${tenant.table},
        (${reservations('reservation')}${hasNaturalKeys ? ` union all ${reservations('natural_reservation')}` : ''}) c
      where ${tenant.condition} order by key_hash
      on conflict do nothing returning key_hash)`;
}

/**
 * Selects the records whose reservations were won. The `or` keeps PostgreSQL from turning `in` into a join, which a
 * wrong estimate of the number of rows would make quadratic.
 *
 * A record with an idempotency key and a natural key must win both reservations, or one of its keys would stand for
 * another record. If it won only one, `is_whole` is false and {@link divisionByZero} fails the statement, which undoes
 * the reservation. The batch then looks up who has the other key (decision 001).
 */
function accepted(hasNaturalKeys: boolean): string {
  const won = (reservation: string) =>
    `(${reservation} is null or ${reservation} in (select key_hash from reserved))`;
  if (!hasNaturalKeys) return `accepted as (select * from input where ${won('reservation')})`;
  return `accepted as (
      select *, is_reserved and is_natural as is_whole
      from (select *, ${won('reservation')} as is_reserved, ${won('natural_reservation')} as is_natural,
        reservation in (select key_hash from reserved) or natural_reservation in (select key_hash from reserved) as has_won
        from input) i
      where (is_reserved and is_natural) or has_won)`;
}
