import { Migration } from '@mikro-orm/migrations';

/** The records that name agent and customer of a session. Rewrites no rows. */
export class SessionOwners extends Migration {
  override up(): void {
    for (const owner of ['agent', 'customer'])
      this.addSql(
        `alter table sessions add column ${owner}_named_at timestamptz(6) null, add column ${owner}_named_by uuid null`,
      );
  }
}
