import { Migration } from '@mikro-orm/migrations';

/**
 * Up to where live readers cannot resume. The trigger notes what gateways of 0.1.0 delete; Citus allows none on
 * distributed tables. Numbers that this server has not assigned came with a dump.
 */
export class ForgottenCommits extends Migration {
  override up(): void {
    this.addSql('create table forgotten_commits (developer_id uuid primary key, xid xid8 not null)');
    this.addSql(`
      create function note_forgotten_commits() returns trigger language plpgsql as $$
      begin
        execute format('insert into %I.forgotten_commits as noted (developer_id, xid)
          select developer_id, (array_agg(xid order by xid desc))[1] from forgotten
          where xid < pg_snapshot_xmax(pg_current_snapshot()) group by developer_id order by developer_id
          on conflict (developer_id) do update set xid = excluded.xid where excluded.xid > noted.xid', tg_table_schema);
        return null;
      end $$`);
    this.addSql(`
      do $$ begin
        if not exists (select from pg_extension where extname = 'citus') then
          create trigger commits_forgotten after delete on commits referencing old table as forgotten
            for each statement execute function note_forgotten_commits();
        end if;
      end $$`);
  }
}
