import { durableNumber, noteCommit } from '../live/commits.ts';
import { noteDelta } from '../rollups/rollup-deltas.ts';
import { type Tenant, tenantIn } from '../tenant.ts';
import type { LedgerColumn, LedgerDimension, LedgerKind, RecordTable } from './ledger-kind.ts';

/** What a batch needs beyond its rows; each combination is a prepared statement of its own. */
export type StatementShape = {
  /** Dimensions of which the batch names keys that this process has not seen. */
  firstUse: readonly LedgerDimension[];
  hasNaturalKeys: boolean;
  /** Whether it is for a Citus cluster. */
  isDistributed: boolean;
};

export type RecordingStatement = { name: string; text: string };

const cache = new Map<string, RecordingStatement>();

/**
 * The one statement that records a batch of one developer: it claims the idempotency keys, inserts the records whose
 * claims it won, creates what they name for the first time, and notes them for the rollups and the commit for those who follow. It is
 * atomic, so a crash leaves all of it or nothing.
 *
 * Parameters: `$1` developer, `$2` created at, `$3` id of the note, `$4` ids, `$5` claim hashes, `$6` fingerprints, then (with natural keys)
 * their hashes, (with generated outcomes) their ids, then one array per dimension (ids), one per first-use dimension (keys), one per column.
 * Result: one row, `lost` (positions from 1 of records whose claim was taken) and one `<dimension>` object per first-use
 * dimension (key to id); on Citus no row, and nothing done, where the developer is not in `tenants` yet.
 */
export function recordingStatement(kind: LedgerKind, shape: StatementShape): RecordingStatement {
  const firstUse = shape.firstUse.map((dimension) => dimension.name).join('_');
  const name = `record_${kind.table}${firstUse && `_${firstUse}`}${shape.hasNaturalKeys ? '_keyed' : ''}`;
  const cacheKey = shape.isDistributed ? `distributed ${name}` : name;
  const known = cache.get(cacheKey);
  if (known) return known;
  const statement = { name, text: buildText(kind, shape) };
  cache.set(cacheKey, statement);
  return statement;
}

function buildText(kind: LedgerKind, shape: StatementShape): string {
  const { firstUse, hasNaturalKeys, isDistributed } = shape;
  const tenant = tenantIn(shape);
  const inputs: [name: string, type: string][] = [
    ['id', 'uuid'],
    ['claim', 'uuid'],
    ['fingerprint', 'uuid'],
    ...(hasNaturalKeys ? ([['natural_claim', 'uuid']] as [string, string][]) : []),
    ...(kind.generates ? ([['outcome_id', 'uuid']] as [string, string][]) : []),
    ...kind.dimensions.map(({ column }): [string, string] => [column, 'uuid']),
    ...firstUse.map(({ name }): [string, string] => [`${name}_key`, 'text']),
    ...kind.columns.map(({ name, type }: LedgerColumn): [string, string] => [name, type]),
  ];
  const isFirstUse = (dimension: LedgerDimension) => firstUse.includes(dimension);
  const last = inLockingOrder(firstUse).at(-1);
  const dimensionIds = kind.dimensions.map((dimension) =>
    isFirstUse(dimension)
      ? `coalesce(new_${dimension.name}.id, i.${dimension.column})`
      : `i.${dimension.column}`,
  );
  const columns = [...kind.dimensions.map(({ column }) => column), ...kind.columns.map(({ name }) => name)];
  const ctes = [
    `input as (select t.* from unnest(${inputs.map(([, type], i) => `$${i + 4}::${type}[]`).join(', ')})
      with ordinality as t(${inputs.map(([name]) => name).join(', ')}, position)${isDistributed ? `, ${durableNumber}` : ''})`,
    claimed(hasNaturalKeys, tenant),
    accepted(hasNaturalKeys),
    ...inLockingOrder(firstUse).map((dimension, i, all) =>
      createdOnFirstUse(kind, dimension, all.slice(0, i), tenant),
    ),
    `recorded as (
      insert into ${kind.table} (developer_id, id, created_at, ${columns.join(', ')})
      select ${tenant.id}, ${hasNaturalKeys ? 'case when i.is_whole then i.id end' : 'i.id'}, $2, ${[...dimensionIds, ...kind.columns.map(({ name }) => `i.${name}`)].join(', ')}
      from ${tenant.table} cross join accepted i
      ${firstUse.map(({ name }) => `left join new_${name} on new_${name}.key = i.${name}_key`).join('\n')}
      where ${tenant.isMe} ${last ? `and (select count(*) from new_${last.name}) >= 0` : ''}
      returning *)`,
    ...(kind.generates ? [generated(kind.generates)] : []),
    ...notes(kind.table, 'recorded', tenant),
    ...(kind.generates ? notes('outcomes', 'generated', tenant) : []),
  ];
  const created = firstUse.map(
    ({ name }) => `, (select json_object_agg(key, id) from new_${name}) as ${name}`,
  );
  return `with ${ctes.join(',\n')}
    select array(select position from input where (id in (select id from recorded)) is not true) as lost${created.join('')}
    from ${tenant.table} where ${tenant.isMe}`;
}

/** What is written down of the rows of `table` in `recorded`: for the rollups, and for who follows. */
function notes(table: RecordTable, recorded: string, tenant: Tenant): string[] {
  return [
    `${recorded}_delta as (${noteDelta(table, recorded, '$3', tenant)})`,
    `${recorded}_commit as (${noteCommit(table, recorded, tenant)})`,
  ];
}

/** Sorted, so that two gateways never wait for each other in a circle. */
function claimed(hasNaturalKeys: boolean, tenant: Tenant): string {
  const claims = hasNaturalKeys
    ? `(select claim as key_hash, fingerprint, id from input where claim is not null
        union all select natural_claim, fingerprint, id from input where natural_claim is not null) c`
    : '(select claim as key_hash, fingerprint, id from input where claim is not null) c';
  return `claimed as (
      insert into idempotency_keys (developer_id, key_hash, fingerprint, record_id)
      select ${tenant.id}, key_hash, fingerprint, id from ${tenant.table}, ${claims} where ${tenant.isMe} order by key_hash
      on conflict do nothing returning key_hash)`;
}

/**
 * The `or` keeps PostgreSQL from turning `in` into a join that its guess about the size of a batch may make quadratic.
 * A record that won only one of its two claims must not be written, nor may the claim stay: it goes on with a null id,
 * which fails the statement, and the writer resolves the batch anew.
 */
function accepted(hasNaturalKeys: boolean): string {
  const won = (claim: string) => `(${claim} is null or ${claim} in (select key_hash from claimed))`;
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
  { name, table, column }: LedgerDimension,
  earlier: readonly LedgerDimension[],
  tenant: Tenant,
): string {
  const owners = table === 'sessions' ? kind.dimensions.filter((other) => owningTables.has(other.table)) : [];
  const newOwners = owners.filter((owner) => earlier.includes(owner));
  const ownerIds = owners.map((owner) =>
    newOwners.includes(owner) ? `coalesce(new_${owner.name}.id, i.${owner.column})` : `i.${owner.column}`,
  );
  const columns = ['id', 'key', 'created_at', 'updated_at', ...owners.map((owner) => owner.column)];
  const values = [
    `i.${column} as id`,
    `i.${name}_key as key`,
    '$2::timestamptz as created_at',
    '$2::timestamptz as updated_at',
    ...owners.map((owner, i) => `${ownerIds[i]} as ${owner.column}`),
  ];
  const previous = earlier.at(-1);
  return `new_${name} as (
      insert into ${table} (developer_id, ${columns.join(', ')})
      select ${tenant.id}, ${columns.map((column) => `n.${column}`).join(', ')} from ${tenant.table}, (
      select distinct on (i.${name}_key) ${values.join(', ')}
      from accepted i
      ${newOwners.map((owner) => `left join new_${owner.name} on new_${owner.name}.key = i.${owner.name}_key`).join(' ')}
      where i.${name}_key is not null ${previous ? `and (select count(*) from new_${previous.name}) >= 0` : ''}
      order by i.${name}_key, i.position) n
      where ${tenant.isMe} order by n.key
      on conflict (developer_id, key) do update set deleted_at = null
      returning id, key)`;
}

/** The order in which tables are locked: sessions come after the agents and customers that they remember. */
const lockingOrder = ['agents', 'customers', 'goal_types', 'tools', 'sessions'];

function inLockingOrder(dimensions: readonly LedgerDimension[]): LedgerDimension[] {
  return [...dimensions].sort((a, b) => lockingOrder.indexOf(a.table) - lockingOrder.indexOf(b.table));
}

const owningTables = new Set<string>(['agents', 'customers']);

/** The valuable outcomes of those records whose goal type or tool has a value. */
function generated({ table, column, columns }: NonNullable<LedgerKind['generates']>): string {
  const shared = ['agent_id', 'session_id', 'customer_id'];
  const targets = [...shared, ...Object.keys(columns)];
  const values = [...shared.map((name) => `r.${name}`), ...Object.values(columns)];
  return `generated as (
      insert into outcomes (developer_id, id, created_at, value, ${targets.join(', ')})
      select d.developer_id, i.outcome_id, $2, d.value, ${values.join(', ')}
      from recorded r
      join input i on i.id = r.id
      join ${table} d on d.developer_id = $1 and d.id = r.${column}
      where d.value is not null
      returning *)`;
}
