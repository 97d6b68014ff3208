import { createAccount, resetPassword } from '@outturn/service';
import type { Command } from 'commander';
import { readSettings } from '../../process/settings.ts';
import { print, tell } from '../print.ts';
import { tellSecurityEvent } from './report-security-event.ts';
import { withMigratedDatabase } from './with-database.ts';

export function addAccountsCommand(program: Command): void {
  const accounts = program.command('accounts').description('manage accounts: people who sign in');
  accounts
    .command('create')
    .description(
      'create an account with a developer of its own, even when sign-up is closed; prints its password once',
    )
    .argument('<email>', 'email that the owner signs in with')
    .option('--name <name>', 'name of the owner (default: the email)')
    .action((email: string, { name = email }: { name?: string }) =>
      withMigratedDatabase(async (database) => {
        const plan = readSettings(process.env).defaultPlan;
        const { password, userId } = await createAccount(database, { email, name, plan });
        await tellSecurityEvent(database, { event: 'account_created', userId });
        const remedy = `The account exists. Set a new password with: outturn accounts reset-password ${JSON.stringify(email)}`;
        await printPassword(password, remedy);
      }),
    );
  accounts
    .command('reset-password')
    .description(
      'set a new password and end all sessions of an account, on every gateway; prints the password once',
    )
    .argument('<email>', 'email of the account, as shown by `developers list`')
    .option('--revoke-keys', 'also revoke the API keys of its developer immediately')
    .action((email: string, { revokeKeys = false }: { revokeKeys?: boolean }) =>
      withMigratedDatabase(async (database) => {
        const reset = await resetPassword(database, { email, revokesKeys: revokeKeys });
        const quoted = JSON.stringify(email);
        if (reset === undefined)
          throw new Error(`There is no account ${quoted}. See: outturn developers list`);
        const { password, userId, developerId, activeKeys } = reset;
        await tellSecurityEvent(database, { event: 'password_reset', userId });
        if (revokeKeys)
          for (const { id: apiKeyId, prefix: keyPrefix } of activeKeys)
            await tellSecurityEvent(database, { event: 'key_revoked', developerId, apiKeyId, keyPrefix });
        const count = activeKeys.length;
        const keys = `${count === 0 ? 'no' : count} active API key${count === 1 ? '' : 's'}`;
        const again = `outturn accounts reset-password ${quoted} --revoke-keys`;
        if (revokeKeys) tell(`Revoked ${keys} of the account.\n`);
        else if (count === 0) tell(`The account has ${keys}.\n`);
        else tell(`The account has ${keys}, which still work. To revoke them: ${again}\n`);
        await printPassword(
          password,
          'The old password no longer works. Run the command again to get a new one.',
        );
      }),
    );
}

async function printPassword(password: string, remedy: string): Promise<void> {
  await print(`New password: ${password}\n`).catch((cause: Error) => {
    throw new Error(`The new password could not be printed: ${cause.message}. ${remedy}`, { cause });
  });
}
