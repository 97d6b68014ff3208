import { finishMigrations, migrate } from '@outturn/service';
import type { Command } from 'commander';
import { FINISH_LATER } from '../../process/finish-later.ts';
import { withDatabase } from './with-database.ts';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database schema up to date')
    .option('--finish', 'also exclude older versions, once all gateways are of this one')
    .action(({ finish = false }: { finish?: boolean }) =>
      withDatabase(async (database) => {
        const { ran, distributed, needsFinish } = await migrate(database);
        process.stdout.write(ran.length ? `Ran ${ran.join(', ')}.\n` : 'The schema is up to date.\n');
        if (distributed.length > 0)
          process.stdout.write(
            `Distributed over the nodes of Citus, by developer: ${distributed.join(', ')}.\n`,
          );
        if (finish) {
          const hasFinished = await finishMigrations(database);
          process.stdout.write(
            hasFinished ? 'Older versions are excluded from now on.\n' : 'No second step is left.\n',
          );
        } else if (needsFinish) process.stdout.write(`${FINISH_LATER}\n`);
      }),
    );
}
