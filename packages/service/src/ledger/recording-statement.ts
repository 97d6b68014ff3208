import type { Distribution, Tenant } from '../database/distribution/distribution.ts';
import { inLockingOrder } from '../kinds/dimensions.ts';
import type { Generates, LedgerDimension, LedgerKind } from '../kinds/record-kind.ts';
import { noteCommit } from '../live/commits.ts';
import { noteDelta } from '../rollups/rollup-deltas.ts';
import { columnsOfFacts } from '../rollups/rollup-rows.ts';

/** What a batch needs beyond its rows; each combination is a prepared statement of its own. */
export type StatementShape = {
  /** Dimensions of which the batch names keys that this process has not seen. */
  firstUse: readonly LedgerDimension[];
  hasNaturalKeys: boolean;
  distribution: Distribution;
  /** Whether its rows are of several developers. */
  isShared: boolean;
};

/** How long a shared statement waits for what somebody else has locked; each developer's own records go alone then. */
const LOCK_TIMEOUT = '100ms';

/** The clock of the database when the statement began, as exact as the API shows it; read once for all rows. */
const createdAt = "(select date_trunc('milliseconds', now()))";

export type RecordingStatement = { name: string; text: string };

const cache = new Map<string, RecordingStatement>();

/**
 * The one statement that records a batch, of one developer or of several: it claims the idempotency keys, inserts the
 * records whose claims it won, creates what they name for the first time, and notes them for the rollups and the commit
 * for those who follow. It is atomic, so a crash leaves all of it or nothing.
 *
 * Parameters: `$1` developer (of several, an array: one of each row), `$2` id of the note, `$3` ids, `$4` claim hashes, `$5`
 * fingerprints, then (with natural keys) their hashes, (with generated records) their ids, then one array per dimension
 * (ids), one per first-use dimension (keys), one per column.
 * Result: one row, `created_at`, `lost` (positions from 1 of records whose claim was taken) and one `<dimension>` object per
 * first-use dimension (developer and key to id); no row, and nothing done, where statements name a developer
 * by the row in `tenants` and it is not there yet.
 */
export function recordingStatement(kind: LedgerKind, shape: StatementShape): RecordingStatement {
  const parts = [
    'record',
    kind.table,
    ...shape.firstUse.map(({ name }) => name),
    ...(shape.hasNaturalKeys ? ['keyed'] : []),
    ...(shape.isShared ? ['shared'] : []),
  ];
  const name = parts.join('_');
  const cacheKey = `${name} on ${shape.distribution.name}`;
  const known = cache.get(cacheKey);
  if (known) return known;
  const statement = { name, text: buildText(kind, shape) };
  cache.set(cacheKey, statement);
  return statement;
}

function buildText(kind: LedgerKind, shape: StatementShape): string {
  const { firstUse, hasNaturalKeys, isShared } = shape;
  const tenant = shape.distribution.tenantOfRows;
  const last = inLockingOrder(firstUse).at(-1);
  const dimensionIds = kind.dimensions.map((dimension) =>
    firstUse.includes(dimension)
      ? `coalesce(new_${dimension.name}.id, i.${dimension.column})`
      : `i.${dimension.column}`,
  );
  const columns = [...kind.dimensions.map(({ column }) => column), ...kind.columns.map(({ name }) => name)];
  const ctes = [
    input(kind, shape),
    claimed(hasNaturalKeys, tenant),
    accepted(shape),
    ...inLockingOrder(firstUse).map((dimension, i, all) =>
      createdOnFirstUse(kind, dimension, all.slice(0, i), shape),
    ),
    `recorded as (
      insert into ${kind.table} (developer_id, id, created_at, ${columns.join(', ')})
      select ${tenant.id('i')}, ${hasNaturalKeys ? 'case when i.is_whole then i.id end' : 'i.id'}, ${createdAt}, ${[...dimensionIds, ...kind.columns.map(({ name }) => `i.${name}`)].join(', ')}
      from ${tenant.table} cross join accepted i
      ${firstUse.map((dimension) => joined(dimension, isShared)).join('\n')}
      where ${tenant.isMe} ${last ? `and (select count(*) from new_${last.name}) >= 0` : ''}
      returning ${columnsReadAgain(kind, kind.generates && readByGenerated(kind.generates, kind))})`,
    ...(kind.generates ? [generated(kind.generates, kind, isShared)] : []),
    ...notes(kind, 'recorded', tenant),
    ...(kind.generates ? notes(kind.generates.kind, 'generated', tenant) : []),
  ];
  const created = firstUse.map(
    ({ name }) => `, (select json_object_agg(developer_id || key, id) from new_${name}) as ${name}`,
  );
  return `with ${ctes.join(',\n')}
    select ${createdAt} as created_at,
      array(select position from input where (id in (select id from recorded)) is not true) as lost${created.join('')}
    from ${tenant.table} where ${tenant.isMe}`;
}

/** The rows of the batch, each with its developer and its position. */
function input(
  kind: LedgerKind,
  { firstUse, hasNaturalKeys, distribution, isShared }: StatementShape,
): string {
  const arrays: [name: string, type: string][] = [
    ['id', 'uuid'],
    ['claim', 'uuid'],
    ['fingerprint', 'uuid'],
    ...(hasNaturalKeys ? ([['natural_claim', 'uuid']] as [string, string][]) : []),
    ...(kind.generates ? ([['generated_id', 'uuid']] as [string, string][]) : []),
    ...kind.dimensions.map(({ column }): [string, string] => [column, 'uuid']),
    ...firstUse.map(({ name }): [string, string] => [`${name}_key`, 'text']),
    ...kind.columns.map(({ name, type }): [string, string] => [name, type]),
  ];
  const values = arrays.map(([, type], i) => `$${i + 3}::${type}[]`);
  const names = arrays.map(([name]) => name);
  const beside = [
    ...distribution.keepsNumber,
    ...(isShared ? [`(select set_config('lock_timeout', '${LOCK_TIMEOUT}', true)) patience(set)`] : []),
  ];
  return `input as (select ${isShared ? 't.*' : '$1::uuid as developer_id, t.*'}
      from unnest(${[...values, ...(isShared ? ['$1::uuid[]'] : [])].join(', ')})
      with ordinality as t(${[...names, ...(isShared ? ['developer_id'] : [])].join(', ')}, position)${beside.map((table) => `, ${table}`).join('')})`;
}

/** The columns of recorded rows that are read again; the rest may be as long as a record is. */
function columnsReadAgain(kind: LedgerKind, others: readonly string[] = []): string {
  return [...new Set(['id', ...columnsOfFacts(kind), ...others])].join(', ');
}

/** What is written down of the rows of a kind in `recorded`: for the rollups, and for subscribers. */
function notes(kind: LedgerKind, recorded: string, tenant: Tenant): string[] {
  return [
    `${recorded}_delta as (${noteDelta(kind, recorded, '$2', tenant)})`,
    `${recorded}_commit as (${noteCommit(kind, recorded, tenant)})`,
  ];
}

/** Sorted, so that two gateways never wait for each other in a circle. */
function claimed(hasNaturalKeys: boolean, tenant: Tenant): string {
  const claims = (column: string) =>
    `select developer_id, ${column} as key_hash, fingerprint, id from input where ${column} is not null`;
  return `claimed as (
      insert into idempotency_keys (developer_id, key_hash, fingerprint, record_id)
      select ${tenant.id('c')}, key_hash, fingerprint, id from ${tenant.table},
        (${claims('claim')}${hasNaturalKeys ? ` union all ${claims('natural_claim')}` : ''}) c
      where ${tenant.isMe} order by key_hash
      on conflict do nothing returning developer_id, key_hash)`;
}

/**
 * The `or` keeps PostgreSQL from turning `in` into a join that its guess about the size of a batch may make quadratic.
 * A record that won only one of its two claims must not be written, nor may the claim stay: it goes on with a null id,
 * which fails the statement, and the writer resolves the batch anew.
 */
function accepted({ hasNaturalKeys, isShared }: StatementShape): string {
  const owner = isShared ? 'developer_id, ' : '';
  const won = (claim: string) =>
    `(${claim} is null or (${owner}${claim}) in (select ${owner}key_hash from claimed))`;
  if (!hasNaturalKeys) return `accepted as (select * from input where ${won('claim')})`;
  return `accepted as (
      select *, is_claimed and is_natural as is_whole
      from (select *, ${won('claim')} as is_claimed, ${won('natural_claim')} as is_natural,
        claim in (select key_hash from claimed) or natural_claim in (select key_hash from claimed) as has_won
        from input) i
      where (is_claimed and is_natural) or has_won)`;
}

/**
 * The update makes the row visible to `returning` also when another gateway created it a moment ago. A session
 * remembers the agent and customer of the record that named it first. Each table waits until the one before is done, so
 * that all statements lock in one order, whatever the plan.
 */
function createdOnFirstUse(
  kind: LedgerKind,
  { name, table, column, remembers = [] }: LedgerDimension,
  earlier: readonly LedgerDimension[],
  shape: StatementShape,
): string {
  const { isShared } = shape;
  const tenant = shape.distribution.tenantOfRows;
  const owners = kind.dimensions.filter((other) => remembers.some((owner) => owner.table === other.table));
  const newOwners = owners.filter((owner) => earlier.includes(owner));
  const ownerIds = owners.map((owner) =>
    newOwners.includes(owner) ? `coalesce(new_${owner.name}.id, i.${owner.column})` : `i.${owner.column}`,
  );
  const columns = ['id', 'key', 'created_at', 'updated_at', ...owners.map((owner) => owner.column)];
  const values = [
    'i.developer_id',
    `i.${column} as id`,
    `i.${name}_key as key`,
    `${createdAt} as created_at`,
    `${createdAt} as updated_at`,
    ...owners.map((owner, i) => `${ownerIds[i]} as ${owner.column}`),
  ];
  const previous = earlier.at(-1);
  return `new_${name} as (
      insert into ${table} (developer_id, ${columns.join(', ')})
      select ${tenant.id('n')}, ${columns.map((column) => `n.${column}`).join(', ')} from ${tenant.table}, (
      select distinct on (i.developer_id, i.${name}_key) ${values.join(', ')}
      from accepted i
      ${newOwners.map((dimension) => joined(dimension, isShared)).join(' ')}
      where i.${name}_key is not null ${previous ? `and (select count(*) from new_${previous.name}) >= 0` : ''}
      order by i.developer_id, i.${name}_key, i.position) n
      where ${tenant.isMe} order by n.developer_id, n.key
      on conflict (developer_id, key) do update set deleted_at = null
      returning developer_id, id, key)`;
}

/** Joins what the batch names for the first time to its rows `i`. */
function joined({ name }: LedgerDimension, isShared: boolean): string {
  return `left join new_${name} on ${ofSame(`new_${name}`, 'i', isShared)}new_${name}.key = i.${name}_key`;
}

/**
 * That rows of the batch are of one developer. Where all are, this is left out: PostgreSQL would sort them by that, and
 * compare each with each.
 */
function ofSame(rows: string, others: string, isShared: boolean): string {
  return isShared ? `${rows}.developer_id = ${others}.developer_id and ` : '';
}

/** That rows of a table have the developer of rows of the batch. */
function ownedBy(rows: string, batch: string, isShared: boolean): string {
  return `${rows}.developer_id = ${isShared ? `${batch}.developer_id` : '$1'}`;
}

/** Pairs of columns: of the generated record, and of its record. Both have the dimensions that their kinds share. */
function passedOn(generates: Generates, from: LedgerKind): [to: string, from: string][] {
  const { kind, properties } = generates;
  return [
    ...from.dimensions
      .filter(({ table }) => kind.dimensions.some((other) => other.table === table))
      .map(({ column }): [string, string] => [column, column]),
    ...Object.entries(properties).map(([to, property]): [string, string] => [
      columnOf(kind, to),
      columnOf(from, property),
    ]),
  ];
}

/** The columns of records that generated ones are made of. */
function readByGenerated(generates: Generates, from: LedgerKind): string[] {
  return [generates.valued.column, ...passedOn(generates, from).map(([, column]) => column)];
}

function columnOf({ name, columnNames }: LedgerKind, property: string): string {
  const column = columnNames[property];
  if (column === undefined) throw new Error(`The kind of records ${name} has no column for ${property}.`);
  return column;
}

/** The generated records of those whose dimension has a value. */
function generated(generates: Generates, from: LedgerKind, isShared: boolean): string {
  const { kind, valued } = generates;
  const columns = passedOn(generates, from);
  const targets = [kind.amount?.column ?? 'value', ...columns.map(([to]) => to)];
  return `generated as (
      insert into ${kind.table} (developer_id, id, created_at, ${targets.join(', ')})
      select d.developer_id, i.generated_id, ${createdAt}, d.value, ${columns.map(([, column]) => `r.${column}`).join(', ')}
      from recorded r
      join input i on i.id = r.id
      join ${valued.table} d on ${ownedBy('d', 'r', isShared)} and d.id = r.${valued.column}
      where d.value is not null
      returning ${columnsReadAgain(kind)})`;
}
