import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importKindOf } from '../record-kinds.ts';
import { importFile } from './import-file.ts';

test('an import of rows that cannot be sent stops when aborted', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-import-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'revenues.csv');
  await writeFile(file, `amount,recordedAt\n${'1.00\n'.repeat(20_000)}`);
  const interruption = new AbortController();
  const updates: string[] = [];
  const importing = importFile({
    file,
    format: 'csv',
    kind: importKindOf('revenues'),
    ignored: [],
    url: 'http://localhost:1',
    apiKey: 'nobody asks for it',
    concurrency: 1,
    rejectedFile: path.join(folder, 'rejected.csv'),
    progress: {
      start: () => undefined,
      update: (_, text) => {
        updates.push(text);
        interruption.abort();
      },
      note: () => undefined,
      stop: () => undefined,
    },
    signal: interruption.signal,
  });
  await expect(importing).rejects.toThrow('You can run the same command again');
  expect(updates).toEqual(['1,000 rows, 1,000 rejected']);
});
