import { createAccount, resetPassword } from '@outturn/service';
import type { Command } from 'commander';
import { readSettings } from '../../process/settings.ts';
import { print } from '../print.ts';
import { tellSecurityEvent } from './tell-security-event.ts';
import { withMigratedDatabase } from './with-database.ts';

/** `outturn accounts create|reset-password`. */
export function addAccountsCommand(program: Command): void {
  const accounts = program.command('accounts').description('manage accounts: people who sign in');
  accounts
    .command('create')
    .description(
      'make an account, also where sign-up is closed, with a developer of its own; prints its password, once',
    )
    .argument('<email>', 'with which its owner signs in')
    .option('--name <name>', 'of its owner; the email if left out')
    .action((email: string, { name = email }: { name?: string }) =>
      withMigratedDatabase(async (database) => {
        const plan = readSettings(process.env).defaultPlan;
        const { password, userId } = await createAccount(database, { email, name, plan });
        await tellSecurityEvent(database, { event: 'account_created', userId });
        const remedy = `The account is there. Give it another: outturn accounts reset-password ${JSON.stringify(email)}`;
        await printPassword(password, remedy);
      }),
    );
  accounts
    .command('reset-password')
    .description(
      'give an account a new password and end all of its sessions, on every gateway; prints the password, once',
    )
    .argument('<email>', 'whose it is, as `developers list` shows it')
    .option('--revoke-keys', 'also revoke the API keys of its developer, at once')
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
        if (revokeKeys) process.stderr.write(`Revoked ${keys} of the account.\n`);
        else if (count === 0) process.stderr.write(`The account has ${keys}.\n`);
        else process.stderr.write(`The account has ${keys}, which still work. To revoke them: ${again}\n`);
        await printPassword(password, 'The old one is void all the same: run the command again for another.');
      }),
    );
}

async function printPassword(password: string, remedy: string): Promise<void> {
  await print(`New password: ${password}\n`).catch((cause: Error) => {
    throw new Error(`The new password could not be handed over: ${cause.message}. ${remedy}`, { cause });
  });
}
