import { resetPassword } from '@outturn/service';
import type { Command } from 'commander';
import { print } from '../print.ts';
import { withMigratedDatabase } from './with-database.ts';

/** `outturn accounts reset-password`. */
export function addAccountsCommand(program: Command): void {
  const accounts = program.command('accounts').description('manage accounts: people who sign in');
  accounts
    .command('reset-password')
    .description(
      'give an account a new password and end all of its sessions, on every gateway; prints the password, once',
    )
    .argument('<email>', 'whose it is, as `developers list` shows it')
    .action((email: string) =>
      withMigratedDatabase(async (database) => {
        const password = await resetPassword(database, email);
        if (password === undefined)
          throw new Error(`There is no account ${JSON.stringify(email)}. See: outturn developers list`);
        await print(`New password: ${password}\n`).catch((cause: Error) => {
          const again = 'The old one is void all the same: run the command again for another.';
          throw new Error(`The new password could not be handed over: ${cause.message}. ${again}`, { cause });
        });
      }),
    );
}
