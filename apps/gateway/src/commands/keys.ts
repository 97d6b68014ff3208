import {
  ApiKeyExpiry,
  ApiKeyName,
  createApiKey,
  DeveloperName,
  isScope,
  listApiKeys,
  type Plan,
  plans,
  revokeApiKey,
  type Scope,
  scopes,
} from '@outturn/service';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import { withMigratedDatabase } from './with-database.ts';

/** `outturn keys create|list|revoke`. */
export function addKeysCommand(program: Command): void {
  const keys = program.command('keys').description('manage API keys');
  keys
    .command('create')
    .description('create an API key, and its developer if the name is new; prints the key alone')
    .requiredOption('--developer <name>', 'whose key it is', parserOf(DeveloperName))
    .option('--scopes <list>', `comma-separated; all if left out (${scopes.join(', ')})`, parseScopes)
    .option('--name <name>', 'what the key is for', parserOf(ApiKeyName), 'Created from the command line')
    .option(
      '--expires <instant>',
      'when it stops working: ISO 8601, such as 2030-01-01T00:00:00Z',
      parserOf(ApiKeyExpiry),
    )
    .addOption(new Option('--plan <plan>', "the developer's plan").choices(plans))
    .action((options: CreateOptions) =>
      withMigratedDatabase(async (database) => {
        const { developer: developerName, expires, ...rest } = options;
        const expiresAt = expires === undefined ? undefined : new Date(expires);
        const { token } = await createApiKey(database, { ...rest, developerName, expiresAt });
        process.stdout.write(`${token}\n`);
      }),
    );
  keys
    .command('list')
    .description('list API keys (never the keys themselves)')
    .option('--developer <name>', 'only those of one developer')
    .action(({ developer }: { developer?: string }) =>
      withMigratedDatabase(async (database) => {
        const rows = (await listApiKeys(database, developer)).map((key) => ({
          id: key.id,
          developer: key.developerName,
          name: key.name,
          prefix: key.prefix,
          scopes: key.scopes.length === scopes.length ? 'all' : key.scopes.join(','),
          created: key.createdAt.toISOString(),
          expires: key.expiresAt?.toISOString() ?? 'never',
          lastUsed: key.lastUsedAt?.toISOString() ?? 'never',
          state: key.revokedAt ? 'revoked' : 'active',
        }));
        if (rows.length === 0) process.stdout.write('There are no API keys.\n');
        else console.table(rows);
      }),
    );
  keys
    .command('revoke')
    .description('revoke an API key at once, on every gateway')
    .argument('<key>', 'its id or prefix, as `keys list` shows them')
    .action((key: string) =>
      withMigratedDatabase(async (database) => {
        const count = await revokeApiKey(database, key);
        if (count === 0) throw new Error(`No active key has the id or prefix ${key}. See: outturn keys list`);
        if (count > 1) throw new Error(`${count} keys have the prefix ${key}. Name one by its id.`);
        process.stdout.write(`Revoked ${key}.\n`);
      }),
    );
}

type CreateOptions = { developer: string; scopes?: Scope[]; name: string; expires?: string; plan?: Plan };

function parseScopes(list: string): Scope[] {
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !isScope(name));
  if (unknown.length > 0) {
    throw new InvalidArgumentError(`Unknown: ${unknown.join(', ')}. Known scopes: ${scopes.join(', ')}.`);
  }
  return names.filter(isScope);
}

/** Refuses what the service refuses behind every other door, and names the option. */
function parserOf<T>(schema: z.ZodType<T>): (text: string) => T {
  return (text) => {
    const { success, data, error } = schema.safeParse(text);
    if (success) return data;
    throw new InvalidArgumentError(`It ${error.issues[0]?.message}.`);
  };
}
