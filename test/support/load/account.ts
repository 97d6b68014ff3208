import { randomUUID } from 'node:crypto';
import type { Database } from '@outturn/service';
import { createApiKey } from '../api-keys.ts';
import { valuedGoals, valuedTools } from './facts.ts';

export type Account = { token: string; developerId: string };

/** A new developer with a key. */
export async function openAccount(database: Database): Promise<Account> {
  const developerName = `load-${randomUUID()}`;
  const { token } = await createApiKey(database, { developerName, name: 'load', plan: 'unlimited' });
  const { rows } = await database.pool.query<{ id: string }>('select id from developers where name = $1', [
    developerName,
  ]);
  return { token, developerId: rows[0]?.id ?? '' };
}

/** Creates the goal types and tools that have a value, so that recording generates outcomes. */
export async function giveValues(url: string, { token }: Account): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const create = async (group: string, key: string, value: string) => {
    const body = JSON.stringify({ key, value });
    const { status } = await fetch(`${url}/v1/${group}`, { method: 'POST', headers, body });
    if (status !== 201) throw new Error(`creating ${key} of ${group} answered ${status}`);
  };
  for (const [key, value] of Object.entries(valuedGoals)) await create('goal-types', key, value);
  for (const [key, value] of Object.entries(valuedTools)) await create('tools', key, value);
}
