import { Migration } from '@mikro-orm/migrations';

/** Transactions of records, for live readers. Kept for an hour. */
export class Commits extends Migration {
  override up(): void {
    this.addSql(`
      create table commits (
        developer_id uuid not null,
        xid xid8 not null,
        fact smallint not null,
        ids uuid[] not null,
        committed_at timestamptz(6) not null,
        primary key (developer_id, xid, fact)
      )`);
  }
}
