import type { Plan } from '../../base/principal.ts';
import type { Database } from '../../database/database.ts';
import { User } from '../accounts/user.entity.ts';
import { ApiKey } from '../api-keys/api-key.entity.ts';
import { announceKeyChange, isActive } from '../api-keys/stored-keys.ts';
import { Developer } from '../developers/developer.entity.ts';
import { findDeveloper } from '../developers/developers.ts';
import { changeSettings } from '../developers/settings.ts';

/** `email`: that of the owning account. */
export type DeveloperSummary = {
  id: string;
  name: string;
  plan: Plan;
  createdAt: Date;
  email: string | null;
  activeKeys: number;
};

/** Oldest first. */
export async function listDevelopers(database: Database): Promise<DeveloperSummary[]> {
  const em = database.fork();
  const developers = await em.find(Developer, {}, { orderBy: { id: 'asc' } });
  const users = await em.find(User, {});
  const emails = new Map(users.map(({ developerId, email }) => [developerId, email]));
  const activeKeys = await em.countBy(ApiKey, 'developerId', { where: isActive() });
  return developers.map(({ id, name, plan, createdAt }) => ({
    id,
    name,
    plan,
    createdAt,
    email: emails.get(id) ?? null,
    activeKeys: activeKeys[id] ?? 0,
  }));
}

/** On every gateway within a second. Without changes, shows what is set. Throws for an unknown developer. */
export function changeDeveloperSettings(
  database: Database,
  name: string,
  changes: Parameters<typeof changeSettings>[2],
): ReturnType<typeof changeSettings> {
  return database.transactional(async (em) => changeSettings(em, await findDeveloper(em, name), changes));
}

/** At once on every gateway. Returns the previous plan; throws for an unknown developer. */
export function changePlan(database: Database, name: string, plan: Plan): Promise<Plan> {
  return database.transactional(async (em) => {
    const developer = await findDeveloper(em, name);
    const before = developer.plan;
    developer.plan = plan;
    // Gateways cache keys with their plan.
    await announceKeyChange(em);
    return before;
  });
}
