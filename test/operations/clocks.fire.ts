import { describe, expect, test } from 'vitest';
import { createApiKey } from '../support/api-keys.ts';
import { Browser, fromOurPage, newEmail } from '../support/browser.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import type { Gateway } from '../support/gateway.ts';
import { useGateways } from '../support/load/gateways.ts';
import { scrape, sumOf } from '../support/metrics.ts';
import { on } from '../support/on.ts';

const HOUR = 3_600_000;
const store = usePrivateDatabase();
const gateways = useGateways();

const preload = new URL('../support/shift-clock.ts', import.meta.url);
const shifted = (shift: number) =>
  gateways.start(store.url, {
    NODE_OPTIONS: `--import ${preload.href}`,
    CLOCK_SHIFT: String(shift),
    DATABASE_POOL_SIZE: '8',
  });

const warnings = ({ output }: Gateway) =>
  output()
    .split('\n')
    // The server of the run may have autovacuum off.
    .filter((line) => line.startsWith('{"level":40') && !line.includes('autovacuum'));
const deviations = async ({ url }: Gateway) =>
  sumOf((await scrape(url)).samples, 'outturn_clock_deviations_total');

/** `createdAt` is the database's clock; milliseconds. */
type Row = { id: string; createdAt: string; generatedAt?: string };
const TOLERANCE = 1_000;
const timeOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

describe.each([
  ['ahead', 2 * HOUR],
  ['behind', -2 * HOUR],
])('a gateway whose clock is two hours %s, beside one that is right', (_, shift) => {
  test('warns, counts and refuses nothing, and ids and default times are those of the database', async () => {
    const right = await shifted(0);
    const wrong = await shifted(shift);
    const expiresAt = new Date(Date.now() + HOUR);
    const { token } = await createApiKey(store.database, {
      developerName: `shifted ${shift}`,
      name: 'test',
      plan: 'unlimited',
      expiresAt,
    });

    const recorded: Row[] = [];
    for (let i = 0; i < 10; i++) {
      for (const { url } of [wrong, right]) {
        const body = JSON.stringify({ value: String(i), agentKey: `agent-${i}-${url}` });
        const { status, text } = await send(`${url}/v1/outcomes`, { token, body });
        expect(status, text).toBe(201);
        recorded.push(parse(text));
      }
    }
    const agents = parse<Row[]>((await send(`${right.url}/v1/agents?limit=20`, { token })).text);
    expect(agents).toHaveLength(20);
    for (const { id, createdAt, generatedAt = createdAt } of [...recorded, ...agents]) {
      expect(Math.abs(timeOf(id) - Date.parse(createdAt))).toBeLessThan(TOLERANCE);
      expect(Math.abs(Date.parse(generatedAt) - Date.parse(createdAt))).toBeLessThan(TOLERANCE);
    }

    expect(warnings(wrong).join()).toMatch(/This machine's clock is 7[12]\d\d\.\d s/);
    expect(await deviations(wrong)).toBe(1);
    expect(warnings(right)).toEqual([]);
    expect(await deviations(right)).toBe(0);
  });
});

test.each([
  ['ahead', 30 * 24 * HOUR],
  ['behind', -30 * 24 * HOUR],
])('a session of a gateway whose clock is a month %s ends by the clock of the database', async (_, shift) => {
  const { url } = await shifted(shift);
  const browser = new Browser(url);
  const email = newEmail();
  expect((await browser.signUp(email)).status).toBe(200);
  const [{ days } = { days: 0 }] = await on<{ days: number }>(
    store.url,
    `select extract(epoch from s.expires_at - now())::float / 86400 as days
     from user_sessions s join users u on u.id = s.user_id where u.email = '${email}'`,
  );
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
  expect((await browser.send('/trpc/account.get', { method: 'GET', headers: fromOurPage })).status).toBe(200);
});
