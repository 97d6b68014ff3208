import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importKindOf } from '../record-kinds.ts';
import { dryRun } from './dry-run.ts';
import type { FileOptions } from './file-options.ts';
import { presets } from './presets/presets.ts';

async function run(content: string, options: FileOptions & { ignored?: readonly string[] } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-dry-run-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'file.csv');
  await writeFile(file, content);
  return dryRun({
    ignored: [],
    ...options,
    file,
    format: 'csv',
    kind: importKindOf('revenues'),
    progress: { start: () => {}, update: () => {}, note: () => {}, stop: () => {} },
    signal: new AbortController().signal,
  });
}

const DAY = '2026-01-15T10:30:00Z';

test('shows records as they would be recorded, and counts refused rows by reason', async () => {
  const content = [
    'key,amount,recordedAt,customerKey',
    `a,"$1,005.50",${DAY},x`,
    `a,6,${DAY},`,
    `b,12.50.1,${DAY},`,
    'c,7,2026-01-15,',
    `d,many,${DAY},`,
    `a,1005.50,${DAY},x`,
    ',,,',
  ];
  expect(await run(content.join('\n'))).toEqual({
    isRefused: true,
    text: [
      'line 2: {"amount":"1005.50","recordedAt":"2026-01-15T10:30:00.000Z","customerKey":"x","key":"a"}',
      '1 record would be recorded, 1 repeated, 4 refused.',
      '  2 × amount must be a decimal string in USD, such as "99.90": up to 15 digits, then up to 9 decimals (first in line 4)',
      '  1 × key is that of an earlier row with other content (first in line 3)',
      '  1 × recordedAt has no time zone; pass --time-zone, such as --time-zone Europe/Berlin (first in line 5)',
      'Ignored: 1 row (1 empty).',
      'Nothing was sent.',
      '',
    ].join('\n'),
  });
});

test('rows with a key that is taken are compared with the row that is recorded', async () => {
  const rows = ['a,1', 'a,2', 'a,2', 'a,1'].map((row) => `${row},${DAY}\n`);
  const { text } = await run(`key,amount,recordedAt\n${rows.join('')}`);
  expect(text).toContain('1 record would be recorded, 1 repeated, 2 refused.');
});

test('nothing is refused in a file that fits', async () => {
  const { text, isRefused } = await run(`amount,recordedAt\n5,${DAY}\n`);
  expect(isRefused).toBe(false);
  expect(text).toContain('1 record would be recorded, 0 repeated, 0 refused.');
});

test('a preset is proposed for a file that has its columns, and refuses another one', async () => {
  const header = 'id,Created (UTC),Amount,Amount Refunded,Currency,Status,Captured';
  const { text } = await run(`${header}\nch_1,2026-01-15 10:30,5,0,usd,Paid,true\n`);
  expect(text).toContain('Did you mean: --preset stripe\nWith these options:\n');
});

test('refunds of a preset are shown and counted, and one that does not fit refuses its row alone', async () => {
  const rows = [
    ['ch_1', '5', '0'],
    ['ch_2', '60.25', '60.25'],
    ['ch_3', '80.50', '20'],
    // The same charge again, in an export from before its refund, and in one with another refund.
    ['ch_3', '80.50', '0'],
    ['ch_3', '80.50', '20'],
    ['ch_3', '80.50', '30'],
    // A rejected charge has no refund.
    ['ch_2', '60.50', '60.25'],
  ].map(([id, amount, refunded]) => `${id},2026-01-15 10:30,${amount},${refunded},usd,Paid,true\n`);
  const header = 'id,Created (UTC),Amount,Amount Refunded,Currency,Status,Captured\n';
  const preset = presets.find(({ name }) => name === 'stripe');
  const common = '"recordedAt":"2026-01-15T10:30:00.000Z"';
  expect(await run(header + rows.join(''), { preset })).toEqual({
    isRefused: true,
    text: [
      `line 2: {"amount":"5",${common},"key":"ch_1","source":"Stripe"}`,
      `line 3: {"amount":"60.25",${common},"key":"ch_2","source":"Stripe"}`,
      `line 3, refund: {"revenueKey":"ch_2","amount":"60.25",${common},"description":"Refund of ch_2","key":"ch_2:refund"}`,
      `line 4: {"amount":"80.50",${common},"key":"ch_3","source":"Stripe"}`,
      `line 4, refund: {"revenueKey":"ch_3","amount":"20",${common},"description":"Refund of ch_3","key":"ch_3:refund"}`,
      '5 records would be recorded, 4 repeated, 2 refused.',
      'Refunds among them: 2 would be recorded, 1 repeated, 1 refused.',
      '  1 × the revenue is recorded, but its refund is rejected: key is that of an earlier row with other content (first in line 7)',
      '  1 × key is that of an earlier row with other content; so its refund is not sent (first in line 8)',
      'Nothing was sent.',
      '',
    ].join('\n'),
  });
});

test('a status that no preset reads is shown with its counts', async () => {
  const rows = ['5,Completed', '6,Completed', '7,Pending', '8,', 'many,Failed'].map(
    (row) => `${DAY},${row}\n`,
  );
  const map = new Map([['amount', 'Gross']]);
  const { text } = await run(`recordedAt,Gross,Payment Status\n${rows.join('')}`, { map });
  expect(text).toContain(
    'Rows are recorded whatever their "Payment Status": 2 × Completed, 1 × Pending, 1 × empty. Remove those that do not count from the file.\n',
  );
});

test('notes of all proposals are shown', async () => {
  const { text } = await run('Day;Total;Time zone\n01/02/2026;1.250;PST\n');
  const options = "--delimiter ';' --map amount=Total,recordedAt=Day --date-format MM/DD/YYYY --time-zone";
  expect(text).toContain(`Did you mean: ${options} `);
  expect(text).toContain('If days and months are the other way round: --date-format "DD/MM/YYYY"\n');
  expect(text).toContain('If dots separate thousands: --decimal-comma\n');
  expect(text).toContain('the time zone of the column "Time zone" (PST), pass its name to --time-zone.\n');
});

test('wrong columns without a proposal are an error', async () => {
  await expect(run('a,b\nx,y\n')).rejects.toThrow('Missing: "amount", "recordedAt".');
  await expect(run('Total,b\n5,y\n')).rejects.toThrow('Missing: "recordedAt".');
});

test('proposals that lead nowhere end', async () => {
  await expect(run('"a;b,c"\nx\n')).rejects.toThrow('The columns of the file are wrong');
});

test('refuses a row of the future, as the server would', async () => {
  const { isRefused, text } = await run(`amount,recordedAt\n1,${DAY}\n2,9999-01-15T10:30:00Z\n`);
  expect(isRefused).toBe(true);
  expect(text).toContain('1 record would be recorded, 0 repeated, 1 refused.');
  expect(text).toContain(
    '1 × recordedAt must not be more than a day in the future: 9999-01-15T10:30:00.000Z was sent',
  );
});
