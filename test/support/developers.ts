import { randomUUID } from 'node:crypto';
import { connectDatabase, createClaim, type Database, type Plan, type Scope } from '@outturn/service';
import { inject } from 'vitest';
import { createApiKey, revokeApiKey } from './api-keys.ts';

let shared: Promise<Database> | undefined;

/** The run's database, for work that no surface offers: minting keys and reading tables. */
export function testDatabase(): Promise<Database> {
  shared ??= connectDatabase({ url: inject('databaseUrl'), poolSize: 4 });
  return shared;
}

type KeyOptions = {
  developer?: string;
  /** Whether the developer may belong to an account. */
  isExisting?: boolean;
  scopes?: readonly Scope[];
  plan?: Plan;
  expiresAt?: Date;
  /** Default: that of the run. */
  database?: Database | undefined;
};

/** A key of a new developer, or of the named one. */
export async function mintKey(
  options: KeyOptions = {},
): Promise<{ token: string; id: string; developer: string }> {
  const developer = options.developer ?? `developer-${randomUUID()}`;
  const { isExisting, scopes, expiresAt, plan = isExisting ? undefined : 'unlimited' } = options;
  const key = await createApiKey(options.database ?? (await testDatabase()), {
    developerName: developer,
    isExisting,
    name: 'test',
    scopes,
    expiresAt,
    plan,
  });
  return { ...key, developer };
}

/** The token of a claim link for a developer. */
export async function offerDeveloper(database: Database, developerName: string): Promise<string> {
  return (await createClaim(database, { developerName, plan: 'free' })).token;
}

export async function revokeKey(id: string): Promise<void> {
  await revokeApiKey(await testDatabase(), id);
}
