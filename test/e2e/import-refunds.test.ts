import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { presets } from '../../apps/gateway/src/cli/import/presets/presets.ts';
import { RowKeys } from '../../apps/gateway/src/cli/import/row-keys.ts';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { useFaultyProxies } from '../support/faulty-proxy.ts';
import { importInside, runImportInside, startImport, untilRecorded } from './import.fixture.ts';

const gateway = useGateway();
const proxy = useFaultyProxies();
let folder: string;
let token: string;
let developer: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-refunds-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  ({ token, developer } = await mintKey());
});

const header = 'id,Created (UTC),Amount,Amount Refunded,Currency,Status,Captured,Customer ID,Description';
const chargeRow = (id: string, amount: string, refunded: string, day = '04') =>
  `${id},2026-03-${day} 10:30,${amount},${refunded},usd,Paid,true,cus_1,Plan Pro`;

/** A charge as it is sent. */
const charge = (id: string, amount: string, day = '04') => ({
  amount,
  recordedAt: `2026-03-${day}T10:30:00.000Z`,
  customerKey: 'cus_1',
  description: 'Plan Pro',
  key: id,
  source: 'Stripe',
});

/** One without a refund, one paid back in full, and one in part: 240.75 in all, of which 80.375 are paid back. */
const three = [
  chargeRow('ch_1', '100.00', '0.00'),
  chargeRow('ch_2', '60.25', '60.25', '05'),
  chargeRow('ch_3', '80.50', '20.125', '06'),
];

async function fileWith(rows: readonly string[]): Promise<string> {
  const file = path.join(folder, `${developer}.csv`);
  await writeFile(file, `${[header, ...rows].join('\n')}\n`);
  return file;
}

async function start(rows: readonly string[], { url = gateway.url } = {}) {
  return startImport(await fileWith(rows), { url, apiKey: token, args: ['--preset', 'stripe'] });
}

const run = async (rows: readonly string[], { url = gateway.url } = {}) =>
  runImportInside(await fileWith(rows), { url, apiKey: token, args: ['--preset', 'stripe'] });

/** The same in this process. */
async function importRows(rows: readonly string[], set: Readonly<Record<string, string>> = {}) {
  return importInside('revenues', await fileWith(rows), {
    url: gateway.url,
    apiKey: token,
    preset: presets.find(({ name }) => name === 'stripe'),
    set: new Map(Object.entries(set)),
  });
}

const counts = (created: number, replayed: number, rejected: number) => ({ created, replayed, rejected });

/** The reasons of the rejected rows, in their order. */
async function reasons(): Promise<string[]> {
  const text = await readFile(path.join(folder, `${developer}.rejected.csv`), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.slice(line.indexOf('Plan Pro,') + 'Plan Pro,'.length).replaceAll('"', ''));
}

async function call(route: string, body?: object) {
  const { text } = await send(`${gateway.url}${route}`, {
    token,
    ...(body && { body: JSON.stringify(body) }),
  });
  return JSON.parse(text);
}

async function figures(from = '2026-03-01', to = '2026-04-01') {
  const query = `{ analytics(window: {from: "${from}", to: "${to}"}) { totals {
    revenue grossRevenue refunds refundCount refundRate revenueCount averageRevenue } } }`;
  return (await call('/graphql', { query })).data.analytics.totals;
}

const figuresOfThree = {
  revenue: '160.375',
  grossRevenue: '240.75',
  refunds: '80.375',
  refundCount: 2,
  // 80.375 / 240.75
  refundRate: 0.333853,
  revenueCount: 3,
  averageRevenue: '80.25',
};

const TAKEN =
  'key was used before by a record with different content: amend that one, or restore it if it is voided';

test('what was paid back is a refund of its charge, of the same time, and a second run adds nothing', async () => {
  const first = await run(three);
  expect(first.code).toBe(0);
  expect(first.stderr).toBe('Refunds among them: 2 created, 0 already there, 0 rejected.\n');
  expect(first.stdout).toMatch(/: 5 created, 0 already there, 0 rejected, [\d.]+ s\n$/);
  expect(await figures()).toEqual(figuresOfThree);
  expect(await figures('2026-03-05', '2026-03-06')).toMatchObject({ revenue: '0', refunds: '60.25' });
  const [original] = await call('/v1/revenues?key=ch_3');
  const paidBack = { ...charge('ch_3:refund', '-20.125', '06'), description: 'Refund of ch_3' };
  expect(await call(`/v1/revenues?refundOf=${original.id}`)).toMatchObject([paidBack]);

  const second = await run(three);
  expect(second.code).toBe(0);
  expect(second.stderr).toBe('Refunds among them: 0 created, 2 already there, 0 rejected.\n');
  expect(second.stdout).toContain(': 0 created, 5 already there, 0 rejected, ');
  expect(await figures()).toEqual(figuresOfThree);
});

test('a file whose refunds are negative revenues already is rejected there, and not counted twice', async () => {
  const keys = new RowKeys('revenues.record');
  const paidBack = (id: string, amount: string, day: string) => ({
    ...charge(id, amount, day),
    key: `${id}:refund`,
    description: `Refund of ${id}`,
  });
  const recorded = [
    charge('ch_1', '100.00'),
    charge('ch_2', '60.25', '05'),
    paidBack('ch_2', '-60.25', '05'),
    charge('ch_3', '80.50', '06'),
    paidBack('ch_3', '-20.125', '06'),
  ].map((fields) => ({ ...fields, idempotencyKey: keys.next(fields) }));
  expect(await call('/v1/revenues/batch', recorded)).toMatchObject({ created: 5 });
  const before = await figures();
  expect(before).toMatchObject({ revenue: '160.375', refunds: '0', revenueCount: 5 });

  for (let i = 0; i < 2; i++) {
    const again = await run(three);
    expect(again.code).toBe(1);
    expect(again.stdout).toContain(': 0 created, 3 already there, 2 rejected, ');
    expect(again.stderr).toContain('Refunds among them: 0 created, 0 already there, 2 rejected.\n');
    expect(again.stderr).toContain('2 rows were rejected.');
    expect(await reasons()).toEqual(
      Array(2).fill(`the revenue is recorded, but its refund is rejected: ${TAKEN}`),
    );
    expect(await figures()).toEqual(before);
  }
});

test('the refund of a rejected charge is not sent, and follows once the charge fits', async () => {
  await call('/v1/revenues', { ...charge('ch_3', '80.50', '06'), agentKey: 'sales-bot' });
  expect(await importRows(three.slice(2))).toEqual(counts(0, 0, 1));
  expect(await reasons()).toEqual([`${TAKEN}; so its refund is not sent`]);
  expect(await figures()).toMatchObject({ revenue: '80.5', refunds: '0' });

  expect(await importRows(three.slice(2), { agentKey: 'sales-bot' })).toEqual({
    ...counts(1, 1, 0),
    refunds: counts(1, 0, 0),
  });
  expect(await figures()).toMatchObject({ revenue: '60.375', refunds: '20.125', refundCount: 1 });
});

test('later files refund charges of earlier ones, and reject what was paid back beyond the first refund', async () => {
  const paidBack = (refunded: string) => importRows([chargeRow('ch_1', '100.00', refunded)]);
  expect(await paidBack('0.00')).toEqual(counts(1, 0, 0));
  expect(await paidBack('30.00')).toEqual({ ...counts(1, 1, 0), refunds: counts(1, 0, 0) });
  expect(await paidBack('50.00')).toEqual({ ...counts(0, 1, 1), refunds: counts(0, 0, 1) });
  expect(await reasons()).toEqual([`the revenue is recorded, but its refund is rejected: ${TAKEN}`]);
  expect(await figures()).toMatchObject({ revenue: '70', refunds: '30', refundCount: 1 });
});

test('repeated rows of a charge refund it once, and another refunded amount among them is rejected', async () => {
  const row = chargeRow('ch_1', '100.00', '30.00');
  expect(await importRows([row, row, chargeRow('ch_1', '100.00', '30.50')])).toEqual({
    ...counts(2, 3, 1),
    refunds: counts(1, 1, 1),
  });
  expect(await figures()).toMatchObject({ revenue: '70', refunds: '30', refundCount: 1, revenueCount: 1 });
});

test('a refund that does not fit what was refunded by hand is rejected with what remains', async () => {
  const { id } = await call('/v1/revenues', charge('ch_2', '60.25', '05'));
  await call(`/v1/revenues/${id}/refunds`, { recordedAt: '2026-03-07T00:00:00.000Z', amount: '20' });
  expect(await importRows(three.slice(1, 2))).toEqual({ ...counts(0, 1, 1), refunds: counts(0, 0, 1) });
  expect(await reasons()).toEqual([
    'the revenue is recorded, but its refund is rejected: amount is more than what remains to be refunded, which is 40.25',
  ]);
  expect(await figures()).toMatchObject({ revenue: '40.25', refunds: '20' });
});

test('refunds of several batches are those of their charges, with rejected rows among them', async () => {
  // The amounts are 1 to 1,500. Half of each even one is paid back, and every fifth charge is in euros.
  const rows = Array.from({ length: 1_500 }, (_, i) => {
    const row = chargeRow(`ch_${i}`, String(i + 1), String(i % 2 ? (i + 1) / 2 : 0));
    return i % 5 === 4 ? row.replace('usd', 'eur') : row;
  });
  expect(await importRows(rows)).toEqual({ ...counts(1_800, 0, 300), refunds: counts(600, 0, 0) });
  const expected = {
    // 1,125,750 in all, of which 225,750 are in euros.
    grossRevenue: '900000',
    // 281,625 in all, of which 56,625 are in euros.
    refunds: '225000',
    revenue: '675000',
    refundRate: 0.25,
    refundCount: 600,
    revenueCount: 1_200,
    averageRevenue: '750',
  };
  expect(await figures()).toEqual(expected);
  expect(await importRows(rows)).toEqual({ ...counts(0, 1_800, 300), refunds: counts(0, 600, 0) });
  expect(await figures()).toEqual(expected);
});

test('an import that was killed between charges and refunds is completed by a second run', async () => {
  const { url } = await proxy(gateway.url, (route) => (route.includes('/refunds/') ? 'reset' : 'pass'));
  const { child, ended } = await start(three, { url });
  await untilRecorded(3, developer, ended);
  child.kill('SIGKILL');
  expect(await ended).toMatchObject({ signal: 'SIGKILL' });
  expect(await figures()).toMatchObject({ revenue: '240.75', refunds: '0' });

  const again = await run(three);
  expect(again.stdout).toContain(': 2 created, 3 already there, 0 rejected, ');
  expect(await figures()).toEqual(figuresOfThree);
});

test('refunds are recorded once when an answer is lost, and when the server fails for a while', async () => {
  const faults = ['lose answer', 503, 'reset'] as const;
  let refunds = 0;
  const { url } = await proxy(gateway.url, (route) =>
    route.includes('/refunds/') ? (faults[refunds++] ?? 'pass') : 'pass',
  );
  const ended = await run(three, { url });
  expect(ended.code).toBe(0);
  expect(ended.stdout).toContain(': 3 created, 2 already there, 0 rejected, ');
  expect(refunds).toBe(4);
  expect(await figures()).toEqual(figuresOfThree);
});
