import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Drawer, drawers } from './run-folder.ts';
import { sweep } from './sweep.ts';
import { describeLeaks, describeSweep } from './tell.ts';

const key = `ot_live_${'aB3'.repeat(16)}`;
const claim = 'a-claim_token'.padEnd(43, '1');
const password = 'a-new_password'.padEnd(24, '2');

/** The leaks in these files of a run that has used these secrets. */
async function swept(used: readonly string[], files: Partial<Record<Drawer, string>>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-sweep-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const notes = used.map((value) => `${JSON.stringify({ kind: 'test', value })}\n`).join('');
  for (const drawer of drawers) {
    await mkdir(path.join(folder, drawer));
    const text = drawer === 'used' ? notes : (files[drawer] ?? '');
    await writeFile(path.join(folder, drawer, 'test~a.test.ts--main.ts_serve_1--7'), text);
  }
  return sweep(folder);
}

test.each(drawers.filter((drawer) => drawer !== 'used'))('a secret in the %s is found', async (drawer) => {
  const found = await swept([key, 'never shown at all'], {
    [drawer]: `{"a":1}\n{"key":"${key}"}\nof ${key}x`,
  });
  expect(found.leaks).toMatchObject([{ value: key, times: 2, around: `{"key":"${key}"}` }]);
  expect(describeLeaks(found.leaks)).toContain(`${drawer}: test/a.test.ts, main.ts_serve_1, 7`);
});

test('a file that is longer than a piece is searched without a gap', async () => {
  const filler = 'x'.repeat(8 * 1024 * 1024 - 5);
  const found = await swept(['an odd lätter secret', key], { dump: `${filler}an odd lätter secret${key}` });
  expect(found.leaks.map(({ value, times }) => [value, times])).toEqual([
    ['an odd lätter secret', 1],
    [key, 1],
  ]);
});

test('text that Outturn shows on purpose is no leak, unless it is in a log', async () => {
  const callKey = 'start-revenue';
  const shown = [
    `API key: ${key}`,
    `Claim link: http://localhost:3000/claim?token=${claim}`,
    `export KEY=${key}`,
    key,
    `New password: ${password}`,
    `  -H "x-idempotency-key: ${callKey}" \\`,
  ];
  expect((await swept([key, claim, password, callKey], { output: shown.join('\n') })).leaks).toEqual([]);
  const logged = shown.map((line) => `{"msg":"${line}"}`).join('\n');
  expect((await swept([key, claim, password], { output: logged })).leaks).toHaveLength(3);
});

test('an error may repeat its request', async () => {
  const answers = [`{"message":"no ${key}"}\0/v1/${key}`, `{"message":"no ${claim}"}\0/v1/${key}`];
  const found = await swept([key, claim], { answers: answers.join('\n') });
  expect(found.leaks).toMatchObject([{ value: claim, times: 1 }]);
});

test('an error may repeat its request in a file that is searched in pieces', async () => {
  // Long lines, so that a piece can end anywhere in one.
  const line = `{"message":"no"}\0/v1/${'x'.repeat(60_000)}${key}\n`;
  const found = await swept([key], { answers: line.repeat(300) });
  expect(found.leaks).toEqual([]);
});

test('secrets that are short or plain are counted, and not searched for', async () => {
  const found = await swept(['once', 'eleven chars'.slice(1), 'x'.repeat(99), key], {
    dump: `once eleven chars ${'x'.repeat(99)}`,
  });
  expect(found.leaks).toEqual([]);
  expect(describeSweep(found)).toMatch(
    /^1 secrets \(1 × test \(and 3 too short or plain to search for\)\): none in clear in /,
  );
});
