// @module-tag Chromium
import { expect, test } from 'vitest';
import { call, eventsOf, newSpanId, newTraceId, sendOtlp, tracesRequest } from '../otlp/otlp-client.ts';
import { createAccount } from './support/account.ts';
import { useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();

const lone = (attributes: Record<string, string | number> = {}) => ({
  traceId: newTraceId(),
  spanId: newSpanId(),
  attributes,
});
const usage = { ...call, 'gen_ai.usage.input_tokens': 10 };

test('sources of telemetry are shown, one is ignored, and advice says what to change', async () => {
  const { session, token } = await createAccount(dashboard.url);
  const send = (body: object, path?: string) =>
    sendOtlp(dashboard.url, token, { body, ...(path !== undefined && { path }) });
  const { page, problems } = await dashboard.visit(session);
  await page.goto('/');
  await page.getByRole('link', { name: 'Traces' }).click();
  await page.getByText('Nothing was received in this period.').waitFor();
  // The variables are those of this server.
  expect(await page.getByLabel('Setup of OpenTelemetry', { exact: true }).textContent()).toContain(
    `OTEL_EXPORTER_OTLP_ENDPOINT=${dashboard.url}/otlp`,
  );
  await page.getByRole('tab', { name: 'Claude Code' }).click();
  expect(await page.getByLabel('Setup of Claude Code', { exact: true }).textContent()).toContain(
    'OTEL_LOGS_EXPORTER=otlp',
  );

  await send(tracesRequest([lone(usage), lone(usage), lone()], { 'service.name': 'bot' }, 'sdk'));
  const claude = tracesRequest([lone()], { 'service.name': 'claude' }, 'com.anthropic.claude_code.tracing');
  await send(claude);
  await expect.poll(async () => (await eventsOf(dashboard.url, token)).length).toBe(2);
  await page.reload();
  const rows = page.getByRole('table', { name: 'Sources of telemetry' }).locator('tbody tr');
  await expect.poll(() => rows.count(), { timeout: 15_000 }).toBe(2);
  const bot = rows.filter({ hasText: 'bot' });
  expect(await bot.locator('td').allTextContents()).toMatchObject([
    'bottracessdk',
    '2',
    '0',
    '1 tell no call of a model or tool',
    '',
    expect.stringMatching(/\d/),
    'Ignore',
  ]);
  await page.getByRole('alert').filter({ hasText: 'claude sends spans' }).waitFor();

  await page.getByRole('button', { name: 'Ignore calls of sdk' }).click();
  await page.getByRole('button', { name: 'Record calls of sdk' }).waitFor();
  await send(tracesRequest([lone(usage)], { 'service.name': 'bot' }, 'sdk'));
  await page.reload();
  await page.getByText('1 ignored by your settings').waitFor();
  expect(await eventsOf(dashboard.url, token)).toHaveLength(2);
  await page.getByText('Last 7 days').click();
  await bot.waitFor();
  await page.getByRole('button', { name: 'Record calls of sdk' }).click();
  await page.getByRole('button', { name: 'Ignore calls of sdk' }).waitFor();
  expect(problems).toEqual([]);
});
