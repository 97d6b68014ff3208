import type { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { notify } from '../../database/notify.ts';
import { defineCommand, defineQuery } from '../../operations/define.ts';
import { PRICES_CHANNEL } from '../../price-book/price-book.ts';
import { NoInput } from '../../schema/no-input.ts';
import { Developer } from './developer.entity.ts';
import { Settings, UpdateSettingsInput } from './settings.schema.ts';

type Changes = z.output<typeof UpdateSettingsInput>;

/** On every gateway within a second. */
export async function changeSettings(
  em: EntityManager,
  developer: Developer,
  { computeCosts, ignoredScopes }: Changes,
): Promise<z.output<typeof Settings>> {
  if (computeCosts !== undefined && computeCosts !== developer.computesCosts) {
    developer.computesCosts = computeCosts;
    await notify(em, PRICES_CHANNEL, developer.id);
  }
  if (ignoredScopes) developer.ignoredScopes = [...new Set(ignoredScopes)];
  return settingsOf(developer);
}

function settingsOf({ computesCosts, ignoredScopes }: Developer): z.output<typeof Settings> {
  return { computeCosts: computesCosts, ignoredScopes };
}

const getSettings = defineQuery({
  name: 'settings.get',
  summary: 'Retrieve the settings of the account',
  scope: 'settings:read',
  rest: { method: 'get', path: '/settings' },
  graphql: { query: 'settings' },
  input: NoInput,
  output: Settings,
  run: async ({ database, principal }) =>
    settingsOf(await database.fork().findOneOrFail(Developer, { id: principal.developerId })),
});

const updateSettings = defineCommand({
  name: 'settings.update',
  summary: 'Change settings of the account',
  description:
    'Every gateway applies them within a second. Events that were recorded before keep their cost.',
  scope: 'settings:write',
  rest: { method: 'patch', path: '/settings' },
  graphql: { mutation: 'updateSettings' },
  input: UpdateSettingsInput,
  output: Settings,
  changesPrices: true,
  run: async ({ em, principal }, changes) =>
    changeSettings(em, await em.findOneOrFail(Developer, { id: principal.developerId }), changes),
});

export const settings = { get: getSettings, update: updateSettings };
