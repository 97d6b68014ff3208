import { Migration } from '@mikro-orm/migrations';

const people = [
  `create table developers (
    id uuid primary key,
    name text not null constraint developers_name_unique unique,
    plan text not null constraint developers_plan_check check (plan in ('free', 'pro', 'scale', 'unlimited')),
    computes_costs boolean not null default true,
    ignored_scopes text[] not null default '{}',
    created_at timestamptz(6) not null)`,
  `create table developer_claims (
    hash bytea primary key,
    developer_id uuid not null,
    created_at timestamptz(6) not null,
    used_at timestamptz(6),
    used_by uuid)`,
  `create table api_keys (
    id uuid primary key,
    developer_id uuid not null,
    name text not null,
    prefix text not null,
    hash bytea not null constraint api_keys_hash_unique unique,
    scopes text[] not null,
    created_at timestamptz(6) not null,
    expires_at timestamptz(6),
    last_used_at timestamptz(6),
    revoked_at timestamptz(6),
    rotated_at timestamptz(6))`,
  'create index api_keys_developer_index on api_keys (developer_id)',
  `create table users (
    id uuid primary key,
    developer_id uuid not null constraint users_developer_unique unique,
    name text not null,
    email text not null constraint users_email_unique unique,
    email_verified boolean not null,
    image text,
    created_at timestamptz(6) not null,
    updated_at timestamptz(6) not null,
    recording_at timestamptz(6))`,
  `create table user_sessions (
    id uuid primary key,
    user_id uuid not null,
    token text not null constraint user_sessions_token_unique unique,
    expires_at timestamptz(6) not null,
    ip_address text,
    user_agent text,
    created_at timestamptz(6) not null,
    updated_at timestamptz(6) not null)`,
  'create index user_sessions_user_index on user_sessions (user_id)',
  `create table user_accounts (
    id uuid primary key,
    user_id uuid not null,
    account_id text not null,
    provider_id text not null,
    password text,
    created_at timestamptz(6) not null,
    updated_at timestamptz(6) not null,
    constraint user_accounts_account_unique unique (provider_id, account_id))`,
  'create index user_accounts_user_index on user_accounts (user_id)',
];

/** A table whose rows belong to developers: Citus distributes it by the first column. */
const tenantTable = (name: string, columns: string) => `create table ${name} (
    developer_id uuid not null, id uuid not null, ${columns}, primary key (developer_id, id))`;

const dimension = (table: string, more = '') =>
  tenantTable(
    table,
    `key text not null, name text, description text, metadata json, created_at timestamptz(6) not null,
    updated_at timestamptz(6) not null, deleted_at timestamptz(6)${more},
    constraint ${table}_key_unique unique (developer_id, key)`,
  );

const catalogue = [
  dimension('agents'),
  dimension('customers'),
  dimension('goal_types', ', value numeric'),
  dimension('tools', ', value numeric'),
  tenantTable(
    'sessions',
    `key text not null, agent_id uuid, customer_id uuid, agent_named_at timestamptz(6), agent_named_by uuid,
    customer_named_at timestamptz(6), customer_named_by uuid, created_at timestamptz(6) not null,
    updated_at timestamptz(6) not null, constraint sessions_key_unique unique (developer_id, key)`,
  ),
  ...filters('sessions', 'agent_id', 'customer_id'),
  tenantTable(
    'reports',
    `name text not null, description text, document text, variables json not null, view json,
    created_at timestamptz(6) not null, updated_at timestamptz(6) not null,
    constraint reports_name_unique unique (developer_id, name)`,
  ),
  tenantTable(
    'prices',
    `provider text, model text not null, service_tier text, effective_from timestamptz(6) not null, input numeric,
    output numeric, cache_read numeric, cache_write numeric, cache_write1h numeric, reasoning numeric,
    per_request numeric, tiers json, terms text not null, created_at timestamptz(6) not null,
    constraint prices_terms_unique unique (developer_id, terms)`,
  ),
];

/** Null while nobody has corrected the record. */
const corrected = 'version integer, created_at timestamptz(6) not null, changed_at timestamptz(6)';

const records = [
  tenantTable(
    'revenues',
    `${corrected}, agent_id uuid, customer_id uuid, session_id uuid, key text,
    amount numeric not null, source text not null, goal_id uuid, event_id uuid, description text,
    recorded_at timestamptz(6) not null, metadata json, refund_of uuid, refunded numeric`,
  ),
  ...filters('revenues', 'agent_id', 'customer_id', 'session_id', 'goal_id', 'key', 'refund_of'),
  byTime('revenues', 'recorded_at'),
  tenantTable(
    'outcomes',
    `${corrected}, agent_id uuid, session_id uuid, customer_id uuid, tool_id uuid, goal_id uuid,
    value numeric not null, metadata json, generated_at timestamptz(6) not null`,
  ),
  ...filters('outcomes', 'agent_id', 'customer_id', 'session_id', 'tool_id', 'goal_id'),
  byTime('outcomes', 'generated_at'),
  tenantTable(
    'goals',
    `${corrected}, goal_type_id uuid not null, agent_id uuid, session_id uuid, customer_id uuid,
    metadata json, achieved_at timestamptz(6) not null`,
  ),
  ...filters('goals', 'goal_type_id', 'agent_id', 'customer_id', 'session_id'),
  byTime('goals', 'achieved_at'),
  tenantTable(
    'events',
    `${corrected}, agent_id uuid, session_id uuid, customer_id uuid, tool_id uuid,
    type text not null, name text, cost numeric, computed_cost numeric, cost_source text, input_tokens bigint,
    cache_read_tokens bigint, cache_write_tokens bigint, cache_write1h_tokens bigint, output_tokens bigint,
    reasoning_tokens bigint, model text, provider text, service_tier text, duration_ms bigint, is_error boolean,
    trace_id text, span_id text, occurred_at timestamptz(6) not null, metadata json`,
  ),
  ...filters('events', 'agent_id', 'customer_id', 'session_id', 'tool_id'),
  byTime('events', 'occurred_at'),
  `create index events_unpriced_index on events (developer_id, occurred_at, id) where cost_source = 'unpriced'`,
  'create index events_error_times_index on events (developer_id, occurred_at, id) where is_error = true',
  'create index events_errors_index on events (developer_id, session_id) where is_error = true',
];

/** Filters of lists. A partial index costs nothing for a row without the column. */
function filters(table: string, ...columns: string[]): string[] {
  return columns.map(
    (column) =>
      `create index ${table}_${column}_index on ${table} (developer_id, ${column}, id) where ${column} is not null`,
  );
}

/** For windows of time, and for lists in the order of time. */
function byTime(table: string, column: string): string {
  return `create index ${table}_${column}_index on ${table} (developer_id, ${column}, id)`;
}

/** Each version that counts no longer: the columns of its table, and until when it counted. */
const pastOf = (table: string) => [
  `create table ${table}_past (like ${table}, to_at timestamptz(6) not null, is_voided boolean not null,
    primary key (developer_id, id, version))`,
  `create index ${table}_past_voided_index on ${table}_past (developer_id, id) where is_voided = true`,
];

const corrections = [
  ...['revenues', 'outcomes', 'goals', 'events'].flatMap(pastOf),
  tenantTable(
    'corrections',
    `fact smallint not null, record_id uuid not null, version integer not null, action smallint not null,
    reason text not null, cause_id uuid, run_id uuid, by_kind smallint not null, by_id uuid not null, created_at timestamptz(6) not null,
    constraint corrections_version_unique unique (developer_id, record_id, version)`,
  ),
  ...filters('corrections', 'run_id'),
  'create index corrections_listed_index on corrections (developer_id, id) where run_id is null',
  tenantTable(
    'repricings',
    `reverts_id uuid, from_at timestamptz(6) not null, to_at timestamptz(6) not null, model text, provider text,
    state text not null constraint repricings_state_check check (state in ('running', 'done', 'failed')), after_at timestamptz(6), after_id uuid, events bigint not null, unpriced_before bigint not null,
    old_cost numeric not null, new_cost numeric not null, kept_events bigint not null, reason text not null,
    by_kind smallint not null, by_id uuid not null, created_at timestamptz(6) not null, finished_at timestamptz(6)`,
  ),
  `create index repricings_running_index on repricings (developer_id, id) where state = 'running'`,
  ...filters('repricings', 'reverts_id'),
  tenantTable(
    'repricing_steps',
    'repricing_id uuid not null, events bigint not null, cost_change numeric not null',
  ),
];

const ledger = [
  'create table tenants (developer_id uuid primary key)',
  `create table idempotency_keys (
    developer_id uuid not null,
    key_hash uuid not null,
    fingerprint uuid not null,
    operation text,
    record_id uuid,
    response text,
    expires_at timestamptz(6),
    shown_row_id uuid,
    primary key (developer_id, key_hash))`,
  'create index idempotency_keys_expires_at_index on idempotency_keys (expires_at) where expires_at is not null',
  `create index idempotency_keys_shown_row_index on idempotency_keys (developer_id, shown_row_id)
    where shown_row_id is not null`,
  `create table commits (
    developer_id uuid not null,
    xid xid8 not null,
    fact smallint not null,
    ids uuid[] not null,
    committed_at timestamptz(6) not null,
    primary key (developer_id, xid, fact))`,
  'create table forgotten_commits (developer_id uuid primary key, xid xid8 not null)',
  // Every batch updates the rollups of the day: room on each page lets it do so without touching an index.
  `create table rollups (
    developer_id uuid not null,
    cut smallint not null,
    fact smallint not null,
    grain smallint not null,
    bucket timestamptz(6) not null,
    key uuid not null,
    total numeric not null,
    count bigint not null,
    primary key (developer_id, cut, fact, grain, bucket, key)) with (fillfactor = 70)`,
  // The planner would take these columns for independent, and expect forty times the rows of a question.
  'create statistics rollups_kinds (mcv) on cut, fact, grain from rollups',
  // Rows live for seconds: autovacuum removes each thousand, whatever the size, and compression never pays.
  `create table rollup_deltas (
    developer_id uuid not null,
    id uuid not null,
    fact smallint not null,
    records integer not null,
    agent_ids uuid[] not null,
    customer_ids uuid[] not null,
    amounts numeric[] not null,
    times timestamptz[] not null,
    sign smallint not null default 1,
    primary key (developer_id, id, fact))
    with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`,
  ...['agent_ids', 'customer_ids', 'amounts', 'times'].map(
    (column) => `alter table rollup_deltas alter column ${column} set storage external`,
  ),
  // Nearly all rows are written once and deleted after two days.
  `create table spans (
    developer_id uuid not null,
    trace_id uuid not null,
    span_id bytea not null,
    parent_span_id bytea,
    role smallint not null,
    has_usage boolean not null,
    is_complete boolean not null,
    names text,
    call_above bytea,
    is_open boolean not null,
    state smallint not null,
    event text,
    change text,
    due_at timestamptz(6),
    seen_at timestamptz(6) not null,
    primary key (developer_id, trace_id, span_id))`,
  `create index spans_incomplete_index on spans (developer_id, trace_id, parent_span_id) where is_complete = false`,
  'create index spans_due_index on spans (due_at) where due_at is not null',
  'create index spans_seen_index on spans (seen_at)',
  `create table told_events (
    developer_id uuid not null,
    id uuid not null,
    events text not null,
    created_at timestamptz(6) not null,
    due_at timestamptz(6) not null,
    primary key (developer_id, id))`,
  // Written and deleted within milliseconds, so that compression is work for nothing.
  'alter table told_events alter column events set storage external',
  'create index told_events_due_index on told_events (due_at)',
  `create table trace_sources (
    developer_id uuid not null,
    hour timestamptz(6) not null,
    source_id uuid not null,
    outcome text not null,
    signal text not null,
    software text not null,
    name text not null,
    count bigint not null,
    reason text,
    last_at timestamptz(6) not null,
    primary key (developer_id, hour, source_id, outcome))`,
  'create table replica_marks (id uuid primary key, mark bigint not null, written_at timestamptz(6) not null)',
  'create table required_schema (number integer primary key)',
  'insert into required_schema values (1)',
];

/** Tell gateways to end the streams of a session. One that has expired is deleted without a notice. */
const sessionEnds = [
  `create function announce_session_end() returns trigger language plpgsql as $$
    begin
      perform pg_notify('outturn_sessions', case tg_level when 'ROW' then old.id::text else '' end);
      return null;
    end $$`,
  ...Object.entries({
    user_sessions_deleted: 'delete on user_sessions for each row when (old.expires_at > now())',
    user_sessions_shortened:
      'update on user_sessions for each row when (new.expires_at < old.expires_at or new.token <> old.token)',
    user_sessions_truncated: 'truncate on user_sessions for each statement',
    users_deleted: 'delete on users for each row',
    users_moved: 'update on users for each row when (new.developer_id <> old.developer_id)',
  }).map(([name, event]) => `create trigger ${name} after ${event} execute function announce_session_end()`),
];

/** A test compares the tables with those that the entities describe, and lists what entities cannot say. */
export class FirstRelease extends Migration {
  override up(): void {
    for (const sql of [...people, ...catalogue, ...records, ...corrections, ...ledger, ...sessionEnds])
      this.addSql(sql);
  }
}
