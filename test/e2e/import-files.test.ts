import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { shell } from './export.fixture.ts';
import { runImportInside } from './import.fixture.ts';

// Files with the columns of real exports. Their people and amounts are invented.
const files = path.join(import.meta.dirname, 'files');
const gateway = useGateway();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

function runFor(token: string, name: string, args: readonly string[]) {
  return runImportInside(path.join(folder, name), { url: gateway.url, apiKey: token, args });
}

async function fileWith(name: string, content: string | Buffer): Promise<string> {
  await writeFile(path.join(folder, name), content);
  return name;
}

async function example(name: string): Promise<string> {
  await copyFile(path.join(files, name), path.join(folder, name));
  return name;
}

/** Revenue of 2026 as the Overview has it. */
async function figureOf(token: string): Promise<string> {
  const query = '{ analytics(window: {from: "2026-01-01", to: "2027-01-01"}) { totals { revenue } } }';
  const { text } = await send(`${gateway.url}/graphql`, { token, body: JSON.stringify({ query }) });
  return JSON.parse(text).data.analytics.totals.revenue;
}

/** Newest first. */
async function revenuesOf(token: string): Promise<Record<string, string | null>[]> {
  return JSON.parse((await send(`${gateway.url}/v1/revenues`, { token })).text);
}

test('charges of Stripe are recorded by their ids, and what was paid back as refunds', async () => {
  const { token } = await mintKey();
  const name = await example('stripe-charges.csv');
  const run = await runFor(token, name, ['--preset', 'stripe', '--set', 'agentKey=sales-bot']);
  expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('1 row was rejected.') });
  expect(run.stdout).toMatch(/: 5 created, 0 already there, 1 rejected, 3 ignored, /);
  expect(run.stderr).toContain('Refunds among them: 2 created, 0 already there, 0 rejected.\n');
  expect(run.stderr).toContain('Ignored: 3 rows (2 not paid, 1 not captured).\n');
  expect(await figureOf(token)).toBe('1148.5');
  const revenues = await revenuesOf(token);
  expect(revenues.find(({ key }) => key === 'ch_3QaB1')).toMatchObject({
    amount: '49.00',
    recordedAt: '2026-03-04T23:58:12.000Z',
    customerKey: 'cus_Pq1',
    agentKey: 'sales-bot',
    source: 'Stripe',
    description: 'Subscription creation',
  });
  expect(revenues.find(({ key }) => key === 'ch_3QaB2:refund')).toMatchObject({
    amount: '-200.00',
    refundOf: revenues.find(({ key }) => key === 'ch_3QaB2')?.id,
    recordedAt: '2026-03-05T09:30:00.000Z',
    customerKey: 'cus_Pq2',
    description: 'Refund of ch_3QaB2',
  });
  expect(revenues.find(({ key }) => key === 'ch_3QaB6')).toMatchObject({ customerKey: 'sam@example.com' });
  const rejectedFile = path.join(folder, 'stripe-charges.rejected.csv');
  expect((await stat(rejectedFile)).mode & 0o777).toBe(0o600);
  const rejected = await readFile(rejectedFile, 'utf8');
  expect(rejected.split('\n')[1]).toMatch(/^ch_3QaB4,.*,the currency is EUR; only USD is recorded$/);

  const again = await runFor(token, name, ['--preset', 'stripe', '--set', 'agentKey=sales-bot']);
  expect(again.stdout).toContain(': 0 created, 5 already there, 1 rejected,');
});

test('orders of Shopify are one revenue each, however many items they have', async () => {
  const { token } = await mintKey();
  const name = await example('shopify-orders.csv');
  const run = await runFor(token, name, ['--preset', 'shopify']);
  expect(run.stdout).toMatch(/: 3 created, 0 already there, 1 rejected, 4 ignored, /);
  expect(run.stderr).toContain('Ignored: 4 rows (3 further items of an order, 1 not paid).\n');
  expect(await figureOf(token)).toBe('173');
  expect((await revenuesOf(token)).find(({ key }) => key === '5300000000002:refund')).toMatchObject({
    amount: '-20.00',
    refundOf: expect.any(String),
    description: 'Refund of 5300000000002',
  });
  expect((await revenuesOf(token)).find(({ key }) => key === '5300000000004')).toMatchObject({
    amount: '113.00',
    recordedAt: '2026-03-12T23:00:00.000Z',
    customerKey: 'uma@example.com',
    source: 'Shopify',
    description: '#1004',
  });
});

const reportOptions = [
  ...['--encoding', 'windows-1252', '--delimiter', ';', '--skip-lines', '4', '--decimal-comma'],
  ...[
    '--map',
    'recordedAt=Datum,key=Belegnr.,customerKey=Kunde',
    '--map',
    'description=Buchungstext,amount=Betrag',
  ],
  ...['--date-format', 'DD.MM.YYYY', '--time-zone', 'Europe/Berlin', '--set', 'source=Accounting'],
];

test('a report of an accounting program is recorded without its headings and totals', async () => {
  const { token } = await mintKey();
  const name = await example('sales-report.csv');
  const run = await runFor(token, name, reportOptions);
  expect(run).toMatchObject({ code: 0 });
  expect(run.stdout).toMatch(/: 4 created, 0 already there, 0 rejected, 7 ignored, /);
  expect(run.stderr).toContain(
    'Ignored: 7 rows (3 without amount and recordedAt, 3 totals, 1 empty) and 1 column without a name.\n',
  );
  // The grand total of the report.
  expect(await figureOf(token)).toBe('12849.5');
  expect((await revenuesOf(token)).find(({ key }) => key === 'R-1002')).toMatchObject({
    amount: '99.50',
    recordedAt: '2026-02-27T23:00:00.000Z',
    customerKey: 'Nord; Büro KG',
    description: 'Support, Februar',
    source: 'Accounting',
  });
});

test('rejected rows of a report are corrected and imported with the same options', async () => {
  const { token } = await mintKey();
  const report = await readFile(path.join(files, 'sales-report.csv'), 'latin1');
  const wrong = Buffer.from(report.replace('28.02.2026', '30.02.2026'), 'latin1');
  const name = await fileWith('wrong.csv.gz', gzipSync(wrong));
  const run = await runFor(token, name, reportOptions);
  expect(run.stdout).toMatch(/: 3 created, 0 already there, 1 rejected/);
  const rejected = await readFile(path.join(folder, 'wrong.rejected.csv'), 'utf8');
  expect(rejected).toContain('recordedAt does not match --date-format DD.MM.YYYY');
  await writeFile(path.join(folder, 'corrected.csv'), rejected.replace('30.02.', '28.02.'));
  expect((await runFor(token, 'corrected.csv', reportOptions)).stdout).toMatch(/: 1 created, .* 0 rejected/);
  expect(await figureOf(token)).toBe('12849.5');
});

test('a dry run needs no server and no key, and proposes options that work', async () => {
  const { token } = await mintKey();
  const name = await example('sales-report.csv');
  const args = ['--encoding', 'windows-1252', '--dry-run'];
  const file = path.join(folder, name);
  const run = await runImportInside(file, { url: 'http://127.0.0.1:1', apiKey: '', args });
  expect(run).toMatchObject({ code: 1, stderr: '' });
  const proposed = /^Did you mean: (.*)$/m.exec(run.stdout)?.[1] ?? '';
  expect(proposed).toMatch(
    /^--delimiter ';' --skip-lines 4 --map amount=Betrag,recordedAt=Datum,key=Belegnr\.,customerKey=Kunde,description=Buchungstext --decimal-comma --date-format DD\.MM\.YYYY --time-zone \S+$/,
  );
  expect(run.stdout).toContain('line 7: {"amount":"1250.00","recordedAt":"2026-01-1');
  expect(run.stdout).toContain('4 records would be recorded, 0 repeated, 0 refused.\n');
  expect(await revenuesOf(token)).toEqual([]);
  const options = proposed.split(' ').map((part) => part.replaceAll("'", ''));
  const imported = await runFor(token, name, ['--encoding', 'windows-1252', ...options]);
  expect(imported.stdout).toMatch(/: 4 created, 0 already there, 0 rejected, 7 ignored, /);
  expect(await figureOf(token)).toBe('12849.5');
});

const activity = `"Date"\t"Time"\t"TimeZone"\t"Type"\t"Currency"\t"Gross"\t"It's ""my"" $Transaction ID"
"03/01/2026"\t"09:30:15"\t"PST"\t"Payment"\t"USD"\t"1,100.00"\t"1AB"
"03/02/2026"\t"10:30:15"\t"PST"\t"Payment"\t"EUR"\t"100.00"\t"2AB"
"03/13/2026"\t"23:30:15"\t"PDT"\t"Refund"\t"USD"\t"-100.00"\t"3AB"
`;
const lakhs = `Date,Invoice No,Amount,Status\n15-01-2026,1,"1,23,456.50",paid\n16-01-2026,2,"(1,000.25)",credit\n17-01-2026,,,\n`;

test.each([
  ['activity.txt', activity, '1000', { key: '1AB', recordedAt: '2026-03-01T09:30:15.000Z' }],
  ['lakhs.csv', lakhs, '122456.25', { key: '1', recordedAt: '2026-01-15T00:00:00.000Z' }],
])(
  'a shell runs the proposal for %s, and as many rows are recorded as the dry run says',
  async (name, content, revenue, first) => {
    const { token } = await mintKey();
    await fileWith(name, content);
    const env = { OUTTURN_URL: gateway.url, OUTTURN_API_KEY: token, INIT_CWD: folder, TZ: 'UTC' };
    const command = `cd ${folder} && outturn import revenues ${name}`;
    const dry = await shell(`${command} --dry-run`, env);
    const proposed = /^Did you mean: (.*)$/m.exec(dry.stdout)?.[1];
    const [, created, repeated, refused] =
      /^(\d+) records would be recorded, (\d+) repeated, (\d+) refused/m.exec(dry.stdout) ?? [];
    const run = await shell(`${command} ${proposed}`, env);
    expect(run.stdout).toMatch(
      new RegExp(`: ${created} created, ${repeated} already there, ${refused} rejected, `),
    );
    expect(await figureOf(token)).toBe(revenue);
    expect((await revenuesOf(token)).at(-1)).toMatchObject(first);
    expect((await shell(`${command} ${proposed}`, env)).stdout).toContain(': 0 created, ');
  },
);

test('columns as a spreadsheet saves them are mapped, and its empty rows and columns are counted', async () => {
  const { token } = await mintKey();
  const name = await fileWith(
    'sheet.csv',
    '\uFEFFAmount , Created (UTC),Notes,Notes,,\r\n"$1,299.90 ",2026-03-01 09:30, a b ,x,,\r\n(5.25),2026-03-02 10:00:30,,,,\r\n,,,,,\r\n45-,2026-03-03 10:00,"two\r\nlines",,,\r\n,,,,,\r\n',
  );
  const run = await runFor(token, name, [
    '--map',
    'amount=Amount,recordedAt="Created (UTC)",description=Notes#1',
  ]);
  expect(run.stdout).toMatch(/: 3 created, 0 already there, 0 rejected, 2 ignored, /);
  expect(run.stderr).toContain('Ignored: 2 rows (2 empty) and 2 columns without a name.\n');
  expect(await figureOf(token)).toBe('1249.65');
  expect(await revenuesOf(token)).toMatchObject([
    { amount: '-45', recordedAt: '2026-03-03T10:00:00.000Z', description: 'two\r\nlines' },
    { amount: '-5.25', recordedAt: '2026-03-02T10:00:30.000Z' },
    { amount: '1299.90', recordedAt: '2026-03-01T09:30:00.000Z', description: 'a b' },
  ]);
});
