import { inspectSchema, migrate } from '@outturn/service';
import type { Command } from 'commander';
import { describeGrant } from '../describe-grant.ts';
import { say, tell } from '../print.ts';
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
        const { grants, schema } = await inspectSchema(database);
        for (const grant of grants) tell(`${describeGrant(grant, schema)}\n`);
      }),
    );
}
