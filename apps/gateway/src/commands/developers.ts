import { changePlan, createClaim, listDevelopers, type Plan, plans } from '@outturn/service';
import { Argument, type Command } from 'commander';
import { baseUrl } from '../base-url.ts';
import { readSettings } from '../settings.ts';
import { withMigratedDatabase } from './with-database.ts';

/** `outturn developers list|plan|claim`. */
export function addDevelopersCommand(program: Command): void {
  const developers = program
    .command('developers')
    .description('manage developers: who owns records, on which plan');
  developers
    .command('list')
    .description('list developers with their plans, accounts and numbers of active API keys')
    .action(() =>
      withMigratedDatabase(async (database) => {
        const rows = (await listDevelopers(database)).map(({ createdAt, email, activeKeys, ...rest }) => ({
          ...rest,
          created: createdAt.toISOString(),
          account: email ?? 'none',
          keys: activeKeys,
        }));
        if (rows.length === 0) process.stdout.write('There are no developers.\n');
        else console.table(rows);
      }),
    );
  developers
    .command('plan')
    .description(
      'change the plan of a developer, and so its rate limit; holds on every gateway within a second',
    )
    .argument('<name>', 'the developer, as `developers list` shows it')
    .addArgument(new Argument('<plan>', 'its new plan').choices(plans))
    .action((name: string, plan: Plan) =>
      withMigratedDatabase(async (database) => {
        const before = await changePlan(database, name, plan);
        process.stdout.write(`${name}: ${before} → ${plan}\n`);
      }),
    );
  developers
    .command('claim')
    .description('make a link with which one account takes over a developer, once; prints the link alone')
    .argument('<name>', 'the developer, as `developers list` shows it')
    .action((name: string) =>
      withMigratedDatabase(async (database) => {
        const url = baseUrl(readSettings(process.env));
        const token = await createClaim(database, name);
        process.stdout.write(`${url}/claim?token=${token}\n`);
      }),
    );
}
