import type { Plan } from '../../base/principal.ts';
import type { Database } from '../../database/database.ts';
import { announceKeyChange } from '../api-keys/key-changes.ts';
import { findDeveloper } from '../developers/find-developer.ts';

/** A developer as operators see it: `email` is that of the account that owns it, if one does. */
export type DeveloperSummary = {
  id: string;
  name: string;
  plan: Plan;
  createdAt: Date;
  email: string | null;
  activeKeys: number;
};

/** All developers, by age. */
export async function listDevelopers(database: Database): Promise<DeveloperSummary[]> {
  const rows = await database.rows(
    'developers_list',
    `select d.id, d.name, d.plan, d.created_at, u.email,
       (select count(*) from api_keys k where k.developer_id = d.id and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()))
     from developers d left join users u on u.developer_id = d.id order by d.id`,
    [],
  );
  return rows.map(([id, name, plan, createdAt, email, activeKeys]) => ({
    id: id as string,
    name: name as string,
    plan: plan as Plan,
    createdAt: new Date(createdAt as string),
    email: email ?? null,
    activeKeys: Number(activeKeys),
  }));
}

/** Changes a developer's plan, at once on every gateway. Returns the plan before; throws when there is no such developer. */
export function changePlan(database: Database, name: string, plan: Plan): Promise<Plan> {
  return database.transactional(async (em) => {
    const developer = await findDeveloper(em, name);
    const before = developer.plan;
    developer.plan = plan;
    // Gateways trust what they know of a key for a while.
    await announceKeyChange(em);
    return before;
  });
}
