import {
  ApiKeyExpiry,
  ApiKeyName,
  type ApiKeyWithOwner,
  createApiKey,
  type Database,
  DeveloperName,
  databaseTime,
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
import { printList, withJsonOption } from '../print-list.ts';
import { parserOf } from './parsers.ts';
import { tellNewDeveloper } from './report-developer.ts';
import { tellSecurityEvent } from './report-security-event.ts';
import { withMigratedDatabase } from './with-database.ts';

export function addKeysCommand(program: Command): void {
  const keys = program.command('keys').description('manage API keys');
  keys
    .command('create')
    .description('create an API key, and its developer if it does not exist; prints only the key')
    .requiredOption('--developer <name>', 'owner of the key', parserOf(DeveloperName))
    .option(
      '--scopes <list>',
      `comma-separated; default: full access (*). Scopes: ${scopes.join(', ')}`,
      parseScopes,
    )
    .option('--name <name>', 'purpose of the key', parserOf(ApiKeyName), 'Created from the command line')
    .option('--expires <instant>', 'expiry in ISO 8601, such as 2030-01-01T00:00:00Z', parserOf(ApiKeyExpiry))
    .option('--existing', 'require an existing developer; allows one that an account owns')
    .addOption(new Option('--plan <plan>', 'plan of a new developer (default: free)').choices(plans))
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
        await printOrRevoke(database, key);
      }),
    );
  withJsonOption(keys.command('list'))
    .description('list API keys (the keys themselves are never shown)')
    .option('--developer <name>', 'only keys of this developer')
    .action(({ developer, json }: { developer?: string; json?: boolean }) =>
      withMigratedDatabase(async (database) => {
        const rows = (await listApiKeys(database, developer)).map((key) => ({
          id: key.id,
          developer: key.developerName,
          name: key.name,
          prefix: key.prefix,
          scopes: !json && key.scopes.includes(FULL_ACCESS) ? ['Full access'] : key.scopes,
          created: key.createdAt.toISOString(),
          expires: key.expiresAt?.toISOString() ?? null,
          lastUsed: key.lastUsedAt?.toISOString() ?? null,
          state: stateOf(key),
        }));
        await printList(rows, { json, empty: 'There are no API keys.' });
      }),
    );
  keys
    .command('revoke')
    .description('revoke an API key immediately, on every gateway')
    .argument('<key>', 'id or prefix of the key, as shown by `keys list`')
    .action((key: string) =>
      withMigratedDatabase(async (database) => {
        const [revoked, ...others] = await revokeApiKey(database, key);
        if (!revoked) throw new Error(`No active key has the id or prefix ${key}. See: outturn keys list`);
        if (others.length > 0)
          throw new Error(`${others.length + 1} keys have the prefix ${key}. Pass the id of one.`);
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

/** Revokes the key if it cannot be printed, because its owner never received it. */
async function printOrRevoke(database: Database, { id, token, developerId }: NewKey): Promise<void> {
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
    throw new Error(`The key could not be printed and was revoked: ${(cause as Error).message}`, {
      cause,
    });
  }
}

function stateOf({ revokedAt, expiresAt }: ApiKeyWithOwner): 'active' | 'expired' | 'revoked' {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt.getTime() <= databaseTime() ? 'expired' : 'active';
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
  if (list.trim() === '') throw new InvalidArgumentError('It must name at least one scope.');
  const unknown = names.filter((name) => !isKeyScope(name, scopes));
  if (unknown.length > 0) {
    throw new InvalidArgumentError(
      `Unknown scopes: ${unknown.join(', ')}. Known scopes: ${scopes.join(', ')}.`,
    );
  }
  if (names.includes(FULL_ACCESS) && names.length > 1) {
    throw new InvalidArgumentError('Full access (*) includes every scope. Pass it alone.');
  }
  return names.filter((name) => isKeyScope(name, scopes));
}
