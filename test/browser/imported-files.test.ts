// @module-tag Chromium
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startImport } from '../e2e/import.fixture.ts';
import { createAccount } from './support/account.ts';
import { useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();
const fileOf = (name: string) => path.join(import.meta.dirname, '../e2e/files', name);

const report = [
  ...['--encoding', 'windows-1252', '--delimiter', ';', '--skip-lines', '4', '--decimal-comma'],
  ...[
    '--map',
    'amount=Betrag,recordedAt=Datum,key=Belegnr.',
    '--date-format',
    'DD.MM.YYYY',
    '--time-zone',
    'UTC',
  ],
];

test.each([
  ['stripe-charges.csv', ['--preset', 'stripe'], '1148.5'],
  ['shopify-orders.csv', ['--preset', 'shopify'], '173'],
  ['sales-report.csv', report, '12849.5'],
] as const)('%s goes to the figures on Overview in one command', async (name, args, revenue) => {
  const { token, session } = await createAccount(dashboard.url);
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-rejected-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const rejected = ['--rejected', path.join(folder, 'rejected.csv')];
  const options = { url: dashboard.url, apiKey: token, args: [...args, ...rejected] };
  const run = await startImport(fileOf(name), options).ended;
  expect(run.stdout).toContain('created');
  const { page, problems } = await dashboard.visit(session);
  await page.goto('/?window=custom&from=2026-01-01&to=2026-04-01');
  const tile = page.getByRole('group', { name: 'Revenue', exact: true }).locator('[data-figure]');
  await expect.poll(() => tile.getAttribute('data-figure')).toBe(revenue);
  expect(problems).toEqual([]);
});
