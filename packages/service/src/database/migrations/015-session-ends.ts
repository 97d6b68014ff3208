import { Migration } from '@mikro-orm/migrations';

/** Notifies gateways of ended sessions, whose streams end too. Expired sessions are deleted without a notice. */
export class SessionEnds extends Migration {
  override up(): void {
    this.addSql(`
      create function announce_session_end() returns trigger language plpgsql as $$
      begin
        perform pg_notify('outturn_sessions', case tg_level when 'ROW' then old.id::text else '' end);
        return null;
      end $$`);
    const triggers = {
      user_sessions_deleted: 'delete on user_sessions for each row when (old.expires_at > now())',
      user_sessions_shortened:
        'update on user_sessions for each row when (new.expires_at < old.expires_at or new.token <> old.token)',
      user_sessions_truncated: 'truncate on user_sessions for each statement',
      users_deleted: 'delete on users for each row',
      users_moved: 'update on users for each row when (new.developer_id <> old.developer_id)',
    };
    for (const [name, event] of Object.entries(triggers))
      this.addSql(`create trigger ${name} after ${event} execute function announce_session_end()`);
  }
}
