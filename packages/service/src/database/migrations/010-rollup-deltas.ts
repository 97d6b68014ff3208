import { Migration } from '@mikro-orm/migrations';

/** Records that are not folded into rollups yet: few rows at a time. */
export class RollupDeltas extends Migration {
  override up(): void {
    this.addSql(`
      create table rollup_deltas (
        developer_id uuid not null,
        id uuid not null,
        fact smallint not null,
        records integer not null,
        agent_ids uuid[] not null,
        customer_ids uuid[] not null,
        amounts numeric[] not null,
        times timestamptz(6)[] not null,
        primary key (developer_id, id, fact)
      ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`);
    // They live for seconds, so compression never pays.
    for (const column of ['agent_ids', 'customer_ids', 'amounts', 'times'])
      this.addSql(`alter table rollup_deltas alter column ${column} set storage external`);
  }
}
