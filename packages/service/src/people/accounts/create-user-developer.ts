import type { Plan } from '../../base/principal.ts';
import { namesOf } from '../../database/entity-metadata.ts';
import type { QueryRows } from '../../database/query-rows.ts';
import { Developer } from '../developers/developer.entity.ts';

const d = namesOf(Developer);

type NewDeveloper = { developerId: string; email: string; plan: Plan };

/**
 * Named after the email, with digits of the id if that is taken: a sign-up must never join another user's developer.
 */
export async function giveDeveloper(
  rows: QueryRows,
  { developerId, email, plan }: NewDeveloper,
): Promise<void> {
  for (const name of [email, `${email} ${developerId.slice(-12)}`]) {
    const made = await rows(
      'developer_of_user',
      `insert into ${d} (${d.id}, ${d.name}, ${d.plan}, ${d.createdAt}) values ($1, $2, $3, now())
       on conflict do nothing returning ${d.id}`,
      [developerId, name, plan],
    );
    if (made.length > 0) return;
  }
}
