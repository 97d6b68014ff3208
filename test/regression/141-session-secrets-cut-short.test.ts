import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { useGateways } from '../support/load/gateways.ts';

const gateways = useGateways();

// As a power cut may leave it. Signing in succeeded with a secret that everybody knows, and no session was taken.
test('a session secret that is empty or cut short stops the start, and stays as it is', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-secret-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'session-secret');
  const start = () => gateways.start(inject('databaseUrl'), { SESSION_SECRET: '', DATA_DIR: folder });
  for (const [secret, count] of [
    ['', 0],
    ['\n', 0],
    ['cut short\n', 9],
  ] as const) {
    await writeFile(file, secret);
    await expect(start()).rejects.toThrow(
      `The session secret in ${file} is damaged: it has ${count} characters. Restore it, or delete it for a new one`,
    );
  }
  expect(await readdir(folder)).toEqual(['session-secret']);
  await rm(file);
  await start();
});
