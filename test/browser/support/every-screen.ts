import type { Page } from 'playwright-core';
import { PASSWORD } from './visitor.ts';

/** A page, or its state after some steps. */
export type Screen = {
  name: string;
  /** An account with data, one without, or a visitor who has not signed in. */
  as: 'full' | 'empty' | 'visitor';
  path: string;
  /** The heading that shows the page has loaded; any heading, if absent. */
  heading?: string;
  /** Steps after the page has loaded. */
  show?: (page: Page) => Promise<void>;
};

type Steps = NonNullable<Screen['show']>;

const explore = (search: Record<string, unknown>) => {
  const entries = Object.entries(search).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return `/explore?${new URLSearchParams(entries)}`;
};

const click =
  (role: 'button' | 'menuitem' | 'tab' | 'option', name: string | RegExp): Steps =>
  (page) =>
    page.getByRole(role, { name }).first().click();

const proof = (measure: string, agent: string) => {
  const where = JSON.stringify([{ dimension: 'agent', condition: 'in', values: [agent] }]);
  return `/records?${new URLSearchParams({ measure, where })}`;
};

const inTurn =
  (...steps: Steps[]): Steps =>
  async (page) => {
    for (const step of steps) await step(page);
  };

const dialog: Steps = (page) => page.getByRole('dialog').waitFor();

/** A loss and nothing cannot be refunded. */
const openPositive: Steps = (page) =>
  page
    .getByRole('row')
    .filter({ hasText: /[^-]\$[1-9]/ })
    .first()
    .getByRole('button')
    .click();
const refundDialog: Steps = (page) => page.getByRole('dialog', { name: 'Refund this revenue' }).waitFor();

/** Every screen of the dashboard. The account with data has members with these keys. */
export function everyScreen(keys: { long: string; blank: string; reordering: string }): Screen[] {
  const full = (name: string, path: string, heading?: string, show?: Steps): Screen => ({
    name,
    as: 'full',
    path,
    ...(heading && { heading }),
    ...(show && { show }),
  });
  const pathOf = (group: string, key: string) => `/${group}/${encodeURIComponent(key)}`;
  const empty = (name: string, path: string, heading: string): Screen => ({
    name: `empty-${name}`,
    as: 'empty',
    path,
    heading,
  });
  const visitor = (name: string, path: string, heading: string, show?: Steps): Screen => ({
    ...full(name, path, heading, show),
    as: 'visitor',
  });
  return [
    full('overview', '/', 'Overview'),
    full('overview-uncompared', '/?window=7d&compare=none', 'Overview'),
    full('overview-table', '/?window=90d', 'Overview', (page) =>
      page.getByRole('switch', { name: 'Show as table' }).click(),
    ),
    full('live-activity', '/', 'Overview', inTurn(click('button', 'Live activity'), dialog)),
    full('account-menu', '/', 'Overview', click('button', /^Account/)),
    full('theme-menu', '/', 'Overview', click('button', 'Theme')),
    full('date-ranges', '/?window=7d', 'Overview', async (page) => {
      await openPeriod(page);
      await page.getByRole('combobox', { name: 'Date range' }).click();
      await page.getByRole('option', { name: 'Last 7 days' }).waitFor();
    }),
    full('zones', '/?window=7d', 'Overview', async (page) => {
      await openPeriod(page);
      await page.getByRole('combobox', { name: 'Time zone' }).click();
      await page.getByRole('option').first().waitFor();
    }),
    full('agents', '/agents', 'Agents'),
    full('new-agent', '/agents', 'Agents', inTurn(click('button', 'New agent'), dialog)),
    full('customers', '/customers', 'Customers'),
    full('goal-types', '/goal-types', 'Goal types'),
    full('tools', '/tools', 'Tools'),
    full('revenues', '/records/revenues', 'Records'),
    full('outcomes', '/records/outcomes', 'Records'),
    full('goals', '/records/goals', 'Records'),
    full('events', '/records/events', 'Records'),
    full('filtered', `/records/revenues?agentKey=${encodeURIComponent(keys.long)}`, 'Records'),
    full('no-match', '/records/revenues?agentKey=nobody', 'Records'),
    full('suggestions', '/records/events', 'Records', async (page) => {
      await page.getByRole('search').getByLabel('Customer', { exact: true }).click();
      await page.getByRole('option').first().waitFor();
    }),
    full('revenue', '/records/revenues', 'Records', inTurn(click('button', /^Details of/), dialog)),
    full(
      'refund',
      '/records/revenues',
      'Records',
      inTurn(openPositive, click('button', 'Refund'), refundDialog),
    ),
    full('proof', proof('margin', keys.long)),
    full('proof-of-sessions', '/records?measure=sessions'),
    full('proof-of-none', proof('goals', 'nobody')),
    full('event', '/records/events', 'Records', inTurn(click('button', /^Details of/), dialog)),
    full('sessions', '/sessions', 'Sessions'),
    full('no-session', '/sessions?search=nothing', 'Sessions'),
    full('session', pathOf('sessions', 'session-1'), 'session-1'),
    full('session-long', pathOf('sessions', `session-${'s'.repeat(240)}`)),
    full('missing-session', '/sessions/nobody', 'Session not found'),
    full('agent', pathOf('agents', keys.long)),
    full('agent-editor', pathOf('agents', keys.long), undefined, inTurn(click('button', 'Edit'), dialog)),
    full('agent-blank', pathOf('agents', keys.blank)),
    full('agent-reordering', pathOf('agents', keys.reordering)),
    full('customer', pathOf('customers', keys.long)),
    full('goal-type', pathOf('goal-types', keys.long)),
    full('tool', pathOf('tools', keys.long)),
    full('explore', '/explore', 'Explore'),
    full('explore-weeks', explore({ every: 'week', window: '90d', by: [{ dimension: 'agent' }] }), 'Explore'),
    full(
      'explore-levels',
      explore({
        measures: ['revenue', 'cost', 'margin', 'roi', 'goals', 'value'],
        by: [{ dimension: 'agent' }, { dimension: 'customer' }],
        first: 5,
      }),
      'Explore',
    ),
    full(
      'explore-metadata',
      explore({
        by: [{ dimension: 'customerMetadata', metadataKey: 'plan' }],
        every: 'month',
        window: '90d',
      }),
      'Explore',
    ),
    full(
      'explore-filter',
      explore({
        by: [],
        where: [{ dimension: 'agent', condition: 'in', values: [keys.long, keys.blank, keys.reordering] }],
      }),
      'Explore',
    ),
    full(
      'explore-nothing',
      explore({ where: [{ dimension: 'agent', condition: 'in', values: ['nobody'] }] }),
      'Explore',
    ),
    full('save-view', '/explore', 'Explore', inTurn(click('button', 'Save view'), dialog)),
    full('explore-menu', '/explore', 'Explore', click('button', 'More actions')),
    full('views', '/views', 'Views'),
    full('document', '/views', 'Views', async (page) => {
      await page.getByRole('button', { name: /^Report of many/ }).click();
      await page.getByRole('table', { name: 'Answer of the view' }).waitFor();
    }),
    full('delete-view', '/views', 'Views', inTurn(click('button', /^Delete /), dialog)),
    full('prices', '/prices', 'Prices'),
    full('traces', '/traces', 'Traces'),
    full('new-price', '/prices', 'Prices', inTurn(click('button', 'New price'), dialog)),
    full('built-in-price', '/prices', 'Prices', inTurn(click('button', /^Set own price/), dialog)),
    full('api-keys', '/settings/api-keys', 'Settings'),
    full('generate-key', '/settings/api-keys', 'Settings', async (page) => {
      await page.getByRole('button', { name: /^Generate API key$/i }).click();
      await page.getByRole('checkbox', { name: 'Full access' }).uncheck();
    }),
    full('key-menu', '/settings/api-keys', 'Settings', click('button', /^Actions for/)),
    full(
      'revoke-key',
      '/settings/api-keys',
      'Settings',
      inTurn(click('button', /^Actions for/), click('menuitem', 'Revoke'), dialog),
    ),
    full('account', '/settings/account', 'Settings'),
    full('plan', '/settings/plan', 'Settings'),
    full('missing', '/nowhere', 'Page not found'),
    full('missing-agent', '/agents/nobody', 'Agent not found'),
    full('claim', '/claim?token=none', 'Claim this installation'),
    full('incomplete-claim', '/claim', 'Claim this installation'),
    empty('overview', '/', 'Overview'),
    empty('agents', '/agents', 'Agents'),
    empty('customers', '/customers', 'Customers'),
    empty('goal-types', '/goal-types', 'Goal types'),
    empty('tools', '/tools', 'Tools'),
    empty('revenues', '/records/revenues', 'Records'),
    empty('outcomes', '/records/outcomes', 'Records'),
    empty('goals', '/records/goals', 'Records'),
    empty('events', '/records/events', 'Records'),
    empty('sessions', '/sessions', 'Sessions'),
    empty('explore', '/explore', 'Explore'),
    empty('views', '/views', 'Views'),
    empty('prices', '/prices', 'Prices'),
    empty('traces', '/traces', 'Traces'),
    empty('plan', '/settings/plan', 'Settings'),
    visitor('sign-in', '/sign-in', 'Sign in'),
    visitor('sign-in-refused', '/sign-in', 'Sign in', async (page) => {
      await page.getByLabel('Email').fill('nobody@example.com');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
    }),
    visitor('sign-up', '/sign-up', 'Create an account'),
    visitor('sign-up-incomplete', '/sign-up', 'Create an account', async (page) => {
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText('Enter').first().waitFor();
    }),
    visitor('claim-new', '/claim?token=none', 'Claim this installation'),
  ];
}

/** On a phone the period stands in a sheet. */
async function openPeriod(page: Page): Promise<void> {
  const sheet = page.getByRole('button', { name: 'Last 7 days · Previous period' });
  if (await sheet.isVisible()) await sheet.click();
}
