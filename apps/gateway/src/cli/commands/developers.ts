import {
  CLAIM_DAYS,
  changePlan,
  createClaim,
  DeveloperName,
  listClaims,
  listDevelopers,
  type Plan,
  plans,
  withdrawClaim,
} from '@outturn/service';
import { Argument, type Command } from 'commander';
import { readSettings } from '../../process/settings.ts';
import { baseUrl } from '../base-url.ts';
import { parserOf } from './parsers.ts';
import { tellNewDeveloper, tellOwner } from './tell-developer.ts';
import { tellSecurityEvent } from './tell-security-event.ts';
import { withMigratedDatabase } from './with-database.ts';

/** `outturn developers list|plan|claim|claims`. */
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
        await tellOwner(database, name);
      }),
    );
  developers
    .command('claim')
    .description(
      `make a link with which one person, also a new one, takes over a developer, once and within ${CLAIM_DAYS} days; prints the link alone`,
    )
    .argument('<name>', 'the developer, made if the name is new', parserOf(DeveloperName))
    .action((developerName: string) =>
      withMigratedDatabase(async (database) => {
        const settings = readSettings(process.env);
        const plan = settings.defaultPlan;
        const { token, developerId, hasNewDeveloper } = await createClaim(database, { developerName, plan });
        if (hasNewDeveloper) tellNewDeveloper(developerName, plan);
        await tellSecurityEvent(database, { event: 'claim_link_made', developerId });
        process.stdout.write(`${baseUrl(settings)}/claim?token=${token}\n`);
      }),
    );
  addClaimsCommand(developers);
}

function addClaimsCommand(developers: Command): void {
  const claims = developers.command('claims').description('see and end claim links');
  claims
    .command('list')
    .description('list claim links of the last 30 days (never the links themselves)')
    .action(() =>
      withMigratedDatabase(async (database) => {
        const rows = (await listClaims(database)).map(
          ({ id, developerName, createdAt, expiresAt, state }) => ({
            id,
            developer: developerName,
            created: createdAt.toISOString(),
            expires: expiresAt.toISOString(),
            state,
          }),
        );
        if (rows.length === 0) process.stdout.write('There are no claim links.\n');
        else console.table(rows);
      }),
    );
  claims
    .command('withdraw')
    .description('end a claim link that was not used, at once')
    .argument('<id>', 'as `developers claims list` shows it')
    .action((id: string) =>
      withMigratedDatabase(async (database) => {
        const developerId = await withdrawClaim(database, id);
        if (developerId === undefined)
          throw new Error(`No unused claim link has the id ${id}. See: outturn developers claims list`);
        await tellSecurityEvent(database, { event: 'claim_link_withdrawn', developerId });
        process.stdout.write(`Withdrew ${id}.\n`);
      }),
    );
}
