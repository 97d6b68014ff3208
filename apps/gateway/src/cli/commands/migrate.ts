import { migrate } from '@outturn/service';
import type { Command } from 'commander';
import { say } from '../print.ts';
import { withDatabase } from './with-database.ts';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database schema up to date')
    .action(() =>
      withDatabase(async (database) => {
        const { ran, distributed } = await migrate(database);
        say(ran.length ? `Ran ${ran.join(', ')}.\n` : 'The schema is up to date.\n');
        if (distributed.length > 0)
          say(`Distributed over the nodes of Citus, by developer: ${distributed.join(', ')}.\n`);
      }),
    );
}
