import {
  ApiKeyExpiry,
  ApiKeyName,
  type ApiKeyWithOwner,
  createApiKey,
  type Database,
  DeveloperName,
  displayPrefix,
  FULL_ACCESS,
  isKeyScope,
  type KeyScope,
  listApiKeys,
  type Plan,
  plans,
  revokeApiKey,
  scopes,
} from '@outturn/service';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { print } from '../print.ts';
import { parserOf } from './parsers.ts';
import { tellNewDeveloper } from './tell-developer.ts';
import { tellSecurityEvent } from './tell-security-event.ts';
import { withMigratedDatabase } from './with-database.ts';

/** `outturn keys create|list|revoke`. */
export function addKeysCommand(program: Command): void {
  const keys = program.command('keys').description('manage API keys');
  keys
    .command('create')
    .description('create an API key, and its developer if the name is new; prints the key alone')
    .requiredOption('--developer <name>', 'whose key it is', parserOf(DeveloperName))
    .option(
      '--scopes <list>',
      `comma-separated; full access (*) if left out (${scopes.join(', ')})`,
      parseScopes,
    )
    .option('--name <name>', 'what the key is for', parserOf(ApiKeyName), 'Created from the command line')
    .option(
      '--expires <instant>',
      'when it stops working: ISO 8601, such as 2030-01-01T00:00:00Z',
      parserOf(ApiKeyExpiry),
    )
    .option('--existing', 'the developer exists, and may be owned by an account')
    .addOption(new Option('--plan <plan>', 'of a new developer; free if left out').choices(plans))
    .action((options: CreateOptions) =>
      withMigratedDatabase(async (database) => {
        const { developer: developerName, expires, existing: isExisting, ...rest } = options;
        const expiresAt = expires === undefined ? undefined : new Date(expires);
        const key = await createApiKey(database, { ...rest, developerName, isExisting, expiresAt });
        if (key.hasNewDeveloper) tellNewDeveloper(developerName, rest.plan ?? 'free');
        await tellSecurityEvent(database, {
          event: 'key_created',
          developerId: key.developerId,
          apiKeyId: key.id,
          keyPrefix: displayPrefix(key.token),
        });
        await handOver(database, key);
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
          scopes: key.scopes.includes(FULL_ACCESS) ? 'Full access' : key.scopes.join(','),
          created: key.createdAt.toISOString(),
          expires: key.expiresAt?.toISOString() ?? 'never',
          lastUsed: key.lastUsedAt?.toISOString() ?? 'never',
          state: stateOf(key),
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
        const [revoked, ...others] = await revokeApiKey(database, key);
        if (!revoked) throw new Error(`No active key has the id or prefix ${key}. See: outturn keys list`);
        if (others.length > 0)
          throw new Error(`${others.length + 1} keys have the prefix ${key}. Name one by its id.`);
        const { id, prefix, developerId } = revoked;
        await tellSecurityEvent(database, {
          event: 'key_revoked',
          developerId,
          apiKeyId: id,
          keyPrefix: prefix,
        });
        process.stdout.write(`Revoked ${key}.\n`);
      }),
    );
}

type NewKey = { id: string; token: string; developerId: string };

/** Prints a new key, or revokes it if it cannot be printed. */
async function handOver(database: Database, { id, token, developerId }: NewKey): Promise<void> {
  try {
    await print(`${token}\n`);
  } catch (cause) {
    await revokeApiKey(database, id);
    await tellSecurityEvent(database, {
      event: 'key_revoked',
      developerId,
      apiKeyId: id,
      keyPrefix: displayPrefix(token),
    });
    throw new Error(`The key could not be handed over and is revoked: ${(cause as Error).message}`, {
      cause,
    });
  }
}

function stateOf({ revokedAt, expiresAt }: ApiKeyWithOwner): 'active' | 'expired' | 'revoked' {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt.getTime() <= Date.now() ? 'expired' : 'active';
}

type CreateOptions = {
  developer: string;
  scopes?: KeyScope[];
  name: string;
  expires?: string;
  existing?: boolean;
  plan?: Plan;
};

function parseScopes(list: string): KeyScope[] {
  const names = list.split(',').map((name) => name.trim());
  if (list.trim() === '') throw new InvalidArgumentError('It must name a scope.');
  const unknown = names.filter((name) => !isKeyScope(name, scopes));
  if (unknown.length > 0) {
    throw new InvalidArgumentError(`Unknown: ${unknown.join(', ')}. Known scopes: ${scopes.join(', ')}.`);
  }
  if (names.includes(FULL_ACCESS) && names.length > 1) {
    throw new InvalidArgumentError('Full access (*) stands alone: it includes every scope.');
  }
  return names.filter((name) => isKeyScope(name, scopes));
}
