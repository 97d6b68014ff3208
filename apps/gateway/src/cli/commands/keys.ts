import {
  ApiKeyExpiry,
  ApiKeyName,
  type ApiKeyWithOwner,
  createKeyFor,
  DeveloperName,
  databaseTime,
  FULL_ACCESS,
  isKeyScope,
  type KeyScope,
  listApiKeys,
  type Operator,
  type Plan,
  plans,
  revokeKeyOf,
  scopes,
} from '@outturn/service';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { print, say } from '../print.ts';
import { printList, withJsonOption } from '../print-list.ts';
import { parserOf } from './parsers.ts';
import { tellNewDeveloper } from './report-developer.ts';
import { withMigratedDatabase, withOperator } from './with-database.ts';

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
      withOperator(async (operator) => {
        const { expires: expiresAt, scopes = [FULL_ACCESS], ...rest } = options;
        const key = await operator.execute(createKeyFor, { ...rest, scopes, expiresAt });
        if (key.hasNewDeveloper) tellNewDeveloper(rest.developer, rest.plan ?? 'free');
        await printOrRevoke(operator, key);
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
      withOperator(async (operator) => {
        await operator.execute(revokeKeyOf, { key });
        say(`Revoked ${key}.\n`);
      }),
    );
}

/** Revokes the key if it cannot be printed, because its owner never received it. */
async function printOrRevoke(
  operator: Operator,
  { id, token }: { id: string; token: string },
): Promise<void> {
  try {
    await print(`${token}\n`);
  } catch (cause) {
    await operator.execute(revokeKeyOf, { key: id });
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
