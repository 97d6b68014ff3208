import {
  CLAIM_DAYS,
  changeDeveloperSettings,
  changePlan,
  createClaim,
  DeveloperName,
  listClaims,
  listDevelopers,
  type Plan,
  plans,
  withdrawClaim,
} from '@outturn/service';
import { Argument, type Command, Option } from 'commander';
import { readSettings } from '../../process/settings.ts';
import { baseUrl } from '../base-url.ts';
import { say } from '../print.ts';
import { printList, withJsonOption } from '../print-list.ts';
import { parserOf } from './parsers.ts';
import { tellNewDeveloper, tellOwner } from './report-developer.ts';
import { tellSecurityEvent } from './report-security-event.ts';
import { withMigratedDatabase } from './with-database.ts';

export function addDevelopersCommand(program: Command): void {
  const developers = program
    .command('developers')
    .description('manage developers, who own records and have a plan');
  withJsonOption(developers.command('list'))
    .description('list developers with their plan, account and number of active API keys')
    .action(({ json }: { json?: boolean }) =>
      withMigratedDatabase(async (database) => {
        const rows = (await listDevelopers(database)).map(({ createdAt, email, activeKeys, ...rest }) => ({
          ...rest,
          created: createdAt.toISOString(),
          account: email,
          keys: activeKeys,
        }));
        await printList(rows, { json, empty: 'There are no developers.' });
      }),
    );
  developers
    .command('plan')
    .description(
      'change the plan of a developer and its rate limit; every gateway applies it within a second',
    )
    .argument('<name>', 'name of the developer, as shown by `developers list`')
    .addArgument(new Argument('<plan>', 'the new plan').choices(plans))
    .action((name: string, plan: Plan) =>
      withMigratedDatabase(async (database) => {
        const before = await changePlan(database, name, plan);
        say(`${name}: ${before} → ${plan}\n`);
        await tellOwner(database, name);
      }),
    );
  developers
    .command('settings')
    .description(
      'show the settings of a developer, or change them; every gateway applies them within a second',
    )
    .argument('<name>', 'name of the developer, as shown by `developers list`')
    .addOption(
      new Option(
        '--compute-costs <on|off>',
        'whether events with a model and tokens get their cost from the price book',
      ).choices(['on', 'off']),
    )
    .action((name: string, { computeCosts }: { computeCosts?: 'on' | 'off' }) =>
      withMigratedDatabase(async (database) => {
        const changes = computeCosts === undefined ? {} : { computeCosts: computeCosts === 'on' };
        const settings = await changeDeveloperSettings(database, name, changes);
        say(`compute-costs: ${settings.computeCosts ? 'on' : 'off'}\n`);
        if (computeCosts !== undefined) await tellOwner(database, name);
      }),
    );
  developers
    .command('claim')
    .description(
      `create a link that gives one person, with or without an account, the developer; works once, within ${CLAIM_DAYS} days; prints only the link`,
    )
    .argument('<name>', 'name of the developer, created if it does not exist', parserOf(DeveloperName))
    .action((developerName: string) =>
      withMigratedDatabase(async (database) => {
        const settings = readSettings(process.env);
        const plan = settings.defaultPlan;
        const { token, developerId, hasNewDeveloper } = await createClaim(database, { developerName, plan });
        if (hasNewDeveloper) tellNewDeveloper(developerName, plan);
        await tellSecurityEvent(database, { event: 'claim_link_made', developerId });
        say(`${baseUrl(settings)}/claim?token=${token}\n`);
      }),
    );
  addClaimsCommand(developers);
}

function addClaimsCommand(developers: Command): void {
  const claims = developers.command('claims').description('list and withdraw claim links');
  withJsonOption(claims.command('list'))
    .description('list claim links of the last 30 days (the links themselves are never shown)')
    .action(({ json }: { json?: boolean }) =>
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
        await printList(rows, { json, empty: 'There are no claim links.' });
      }),
    );
  claims
    .command('withdraw')
    .description('withdraw an unused claim link immediately')
    .argument('<id>', 'id of the link, as shown by `developers claims list`')
    .action((id: string) =>
      withMigratedDatabase(async (database) => {
        const developerId = await withdrawClaim(database, id);
        if (developerId === undefined)
          throw new Error(`No unused claim link has the id ${id}. See: outturn developers claims list`);
        await tellSecurityEvent(database, { event: 'claim_link_withdrawn', developerId });
        say(`Withdrew ${id}.\n`);
      }),
    );
}
