import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withLock } from './lock.mjs';

test.each([-1, 1])('the file of a holder that ended is taken over, also %d h from now', async (hours) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'outturn-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'lock');
  writeFileSync(file, '');
  const modified = new Date(Date.now() + hours * 3_600_000);
  utimesSync(file, modified, modified);
  let waits = 0;
  const answer = await withLock(
    file,
    () => (waits += 1),
    async () => 'done',
  );
  expect({ answer, waits }).toEqual({ answer: 'done', waits: 1 });
});
