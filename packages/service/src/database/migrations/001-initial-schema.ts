import { Migration } from '@mikro-orm/migrations';

const dimension = (table: string, columns = '') => `
  create table ${table} (
    developer_id uuid not null,
    id uuid not null,
    key text not null,
    name text null,
    description text null,
    metadata json null,
    created_at timestamptz(6) not null,
    updated_at timestamptz(6) not null,
    deleted_at timestamptz(6) null,
    ${columns}
    primary key (developer_id, id),
    constraint ${table}_key_unique unique (developer_id, key)
  )`;

export class InitialSchema extends Migration {
  override up(): void {
    this.addSql(`
      create table developers (
        id uuid primary key,
        name text not null constraint developers_name_unique unique,
        plan text not null constraint developers_plan_check check (plan in ('free', 'pro', 'scale', 'unlimited')),
        created_at timestamptz(6) not null
      )`);
    this.addSql(`
      create table api_keys (
        id uuid primary key,
        developer_id uuid not null,
        name text not null,
        prefix text not null,
        hash bytea not null constraint api_keys_hash_unique unique,
        scopes text[] not null,
        created_at timestamptz(6) not null,
        expires_at timestamptz(6) null,
        last_used_at timestamptz(6) null,
        revoked_at timestamptz(6) null
      )`);
    this.addSql('create index api_keys_developer_index on api_keys (developer_id)');
    this.addSql(`
      create table idempotency_keys (
        developer_id uuid not null,
        key_hash uuid not null,
        fingerprint uuid not null,
        record_id uuid null,
        response text null,
        expires_at timestamptz(6) null,
        primary key (developer_id, key_hash)
      )`);
    this.addSql(
      'create index idempotency_keys_expires_at_index on idempotency_keys (expires_at) where expires_at is not null',
    );
    for (const table of ['agents', 'customers']) this.addSql(dimension(table));
    for (const table of ['tools', 'goal_types']) this.addSql(dimension(table, 'value numeric null,'));
    this.addSql(`
      create table sessions (
        developer_id uuid not null,
        id uuid not null,
        key text not null,
        agent_id uuid null,
        customer_id uuid null,
        created_at timestamptz(6) not null,
        updated_at timestamptz(6) not null,
        deleted_at timestamptz(6) null,
        primary key (developer_id, id),
        constraint sessions_key_unique unique (developer_id, key)
      )`);
    this.addSql(`
      create table revenues (
        developer_id uuid not null,
        id uuid not null,
        created_at timestamptz(6) not null,
        agent_id uuid null,
        customer_id uuid null,
        session_id uuid null,
        key text null,
        amount numeric not null,
        source text not null,
        goal_id uuid null,
        event_id uuid null,
        description text null,
        recorded_at timestamptz(6) not null,
        primary key (developer_id, id)
      )`);
    this.addSql(`
      create table outcomes (
        developer_id uuid not null,
        id uuid not null,
        created_at timestamptz(6) not null,
        agent_id uuid null,
        session_id uuid null,
        customer_id uuid null,
        tool_id uuid null,
        goal_id uuid null,
        value numeric not null,
        generated_at timestamptz(6) not null,
        primary key (developer_id, id)
      )`);
    this.addSql(`
      create table goals (
        developer_id uuid not null,
        id uuid not null,
        created_at timestamptz(6) not null,
        goal_type_id uuid not null,
        agent_id uuid null,
        session_id uuid null,
        customer_id uuid null,
        metadata json null,
        achieved_at timestamptz(6) not null,
        primary key (developer_id, id)
      )`);
    this.addSql(`
      create table events (
        developer_id uuid not null,
        id uuid not null,
        created_at timestamptz(6) not null,
        agent_id uuid null,
        session_id uuid null,
        customer_id uuid null,
        tool_id uuid null,
        type text not null,
        name text null,
        cost numeric null,
        input_tokens bigint null,
        output_tokens bigint null,
        model text null,
        provider text null,
        occurred_at timestamptz(6) not null,
        metadata json null,
        primary key (developer_id, id)
      )`);
    // Leaves room on each page to update rows in place: every batch updates current rollups.
    this.addSql(`
      create table rollups (
        developer_id uuid not null,
        cut smallint not null,
        fact smallint not null,
        grain smallint not null,
        bucket timestamptz(6) not null,
        key uuid not null,
        total numeric not null,
        count bigint not null,
        primary key (developer_id, cut, fact, grain, bucket, key)
      ) with (fillfactor = 70)`);
    for (const [table, columns] of Object.entries(filtered)) {
      for (const column of columns) {
        this.addSql(
          `create index ${table}_${column}_index on ${table} (developer_id, ${column}, id) where ${column} is not null`,
        );
      }
    }
    for (const [table, column] of Object.entries(times)) {
      this.addSql(`create index ${table}_${column}_index on ${table} (developer_id, ${column}, id)`);
    }
  }
}

/** Filters of lists. Partial indexes cost nothing for records without the column. */
const filtered = {
  revenues: ['agent_id', 'customer_id', 'session_id', 'goal_id', 'key'],
  outcomes: ['agent_id', 'customer_id', 'session_id', 'tool_id', 'goal_id'],
  goals: ['goal_type_id', 'agent_id', 'customer_id', 'session_id'],
  events: ['agent_id', 'customer_id', 'session_id', 'tool_id'],
};

/** For time windows, and lists sorted by time. */
const times = {
  revenues: 'recorded_at',
  outcomes: 'generated_at',
  goals: 'achieved_at',
  events: 'occurred_at',
};
