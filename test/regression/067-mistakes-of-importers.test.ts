import { link, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { recordedBy, startImport } from '../e2e/import.fixture.ts';
import { mintKey } from '../support/developers.ts';
import { useGateways } from '../support/load/gateways.ts';

const gateways = useGateways();
let url: string;
let folder: string;
let file: string;
beforeAll(async () => {
  ({ url } = await gateways.start(inject('databaseUrl')));
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-mistakes-'));
  file = path.join(folder, 'sales.csv');
  await writeFile(file, 'amount,recordedAt\n1.50,2024-01-15T10:30:00Z\na lot,2024-01-15T10:30:00Z\n');
});
afterAll(() => rm(folder, { recursive: true }));

// It asked for /v1/v1/revenues/batch, of which there is none. The specification writes its base URL with the version.
test('the URL of a server may end in the version', async () => {
  const { token: apiKey, developer } = await mintKey();
  for (const [i, end] of ['/v1', '/v1/'].entries()) {
    const { stdout } = await startImport(file, { url: `${url}${end}`, apiKey }).ended;
    expect(stdout).toContain(i === 0 ? '1 created' : '1 already there');
  }
  expect((await recordedBy(developer)).count).toBe(1);
});

// The import ended in the middle, at the first row that was rejected, with the words of the system.
test('a place that rejected rows cannot go to is told before anything is sent', async () => {
  const { token: apiKey, developer } = await mintKey();
  for (const [rejected, why] of [
    [path.join(folder, 'none', 'bad.csv'), 'there is no such folder'],
    [folder, 'it is a folder'],
  ] as const) {
    expect(await startImport(file, { url, apiKey, args: ['--rejected', rejected] }).ended).toMatchObject({
      code: 1,
      stderr: `Rejected rows cannot go to ${rejected}: ${why}. Name another file with --rejected.\n`,
    });
  }
  expect((await recordedBy(developer)).count).toBe(0);
});

// The first row that was rejected emptied the file, and the rest of it was lost.
test('rejected rows cannot go to the file that is imported, by any name of it', async () => {
  const { token: apiKey, developer } = await mintKey();
  const content = await readFile(file, 'utf8');
  const [linked, other] = [path.join(folder, 'linked.csv'), path.join(folder, 'other.csv')];
  await symlink(file, linked);
  await link(file, other);
  for (const rejected of [file, linked, other]) {
    expect(await startImport(file, { url, apiKey, args: ['--rejected', rejected] }).ended).toMatchObject({
      code: 1,
      stderr: 'Rejected rows cannot go to the file that is imported.\n',
    });
  }
  expect(await readFile(file, 'utf8')).toBe(content);
  expect((await recordedBy(developer)).count).toBe(0);
});
