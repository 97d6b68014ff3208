import { type Database, finishMigrations, migrate, planMigrations } from '@outturn/service';
import { type Command, Option } from 'commander';
import { FINISH_LATER } from '../../process/finish-later.ts';
import { readSettings } from '../../process/settings.ts';
import { withJsonOption } from '../print-list.ts';
import { printPlan } from './print-plan.ts';
import { withDatabase } from './with-database.ts';

type MigrateOptions = { plan?: boolean; finish?: boolean; json?: boolean };

export function addMigrateCommand(program: Command): void {
  const command = program
    .command('migrate')
    .description('bring the database schema up to date')
    .option('--finish', 'also exclude older versions, once all gateways are of this one')
    .addOption(
      new Option('--plan', 'only say which tables both steps would lock, and how large they are').conflicts(
        'finish',
      ),
    );
  withJsonOption(command).action(({ plan = false, finish = false, json = false }: MigrateOptions) => {
    if (json && !plan) throw new Error('--json needs --plan.');
    if (plan && readSettings(process.env).databaseUrl === undefined)
      throw new Error('--plan needs DATABASE_URL. The embedded database is upgraded by its next start.');
    return withDatabase(async (database) =>
      plan ? printPlan(await planMigrations(database), { json }) : run(database, finish),
    );
  });
}

async function run(database: Database, finish: boolean): Promise<void> {
  const { ran, distributed, needsFinish } = await migrate(database);
  process.stdout.write(ran.length ? `Ran ${ran.join(', ')}.\n` : 'The schema is up to date.\n');
  if (distributed.length > 0)
    process.stdout.write(`Distributed over the nodes of Citus, by developer: ${distributed.join(', ')}.\n`);
  if (finish) {
    const hasFinished = await finishMigrations(database);
    process.stdout.write(
      hasFinished ? 'Older versions are excluded from now on.\n' : 'No second step is left.\n',
    );
  } else if (needsFinish) process.stdout.write(`${FINISH_LATER}\n`);
}
