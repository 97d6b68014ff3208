import type { Database } from '../database/database.ts';
import type { Plan } from '../kernel/principal.ts';

/**
 * Creates the developer of a user who has none yet. It is named after the email; where that name is taken, the last 12
 * digits of its id follow, since signing up must never lead into somebody else's developer.
 */
export async function giveDeveloper(database: Database, userId: string, plan: Plan): Promise<void> {
  for (const suffix of ["''", "' ' || right(u.developer_id::text, 12)"]) {
    const rows = await database.rows(
      suffix === "''" ? 'developer_of_user' : 'developer_of_user_with_id',
      `insert into developers (id, name, plan, created_at)
       select u.developer_id, u.email || ${suffix}, $2, now() from users u where u.id = $1
       on conflict do nothing returning id`,
      [userId, plan],
    );
    if (rows.length > 0) return;
  }
}
