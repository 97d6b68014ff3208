import { Migration } from '@mikro-orm/migrations';

/**
 * Keeps gateways of 0.1.0 from starting after the second step: they know no number, and each start deletes from
 * `commits`. Citus allows no triggers on distributed tables.
 */
export class NumberlessGateways extends Migration {
  override up(): void {
    this.addSql(`
      create function refuse_numberless_gateways() returns trigger language plpgsql as $$
      declare
        least_number integer;
      begin
        execute format('select number from %I.required_schema', tg_table_schema) into least_number;
        if least_number > 0 then
          raise 'The database requires schema number %, and this version of Outturn knows none. Start a newer version.',
            least_number;
        end if;
        return null;
      end $$`);
    this.addSql(`
      do $$ begin
        if not exists (select from pg_extension where extname = 'citus') then
          create trigger commits_refused before delete on commits for each statement
            when (current_setting('application_name') ~ '^outturn( |$)') execute function refuse_numberless_gateways();
        end if;
      end $$`);
  }
}
