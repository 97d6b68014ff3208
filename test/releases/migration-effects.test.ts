import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { connectDatabase, migrate } from '@outturn/service';
import { expect, inject, onTestFinished, test } from 'vitest';
import { measureFinish, measureMigrations } from './measure-effects.ts';
import { releases, restoreRelease } from './release.ts';

const file = path.resolve(import.meta.dirname, '../../packages/service/src/database/migrations/effects.json');

async function restore(version: string): Promise<string> {
  const name = `effects_${randomUUID().replaceAll('-', '')}`;
  const { url, remove } = await restoreRelease(inject('databaseUrl'), version, name);
  onTestFinished(remove);
  return url;
}

/** Oldest first, so that its file has every migration since. */
test('effects.json says what migrations do to the tables of a release', { timeout: 240_000 }, async () => {
  const migrations = {};
  for (const version of releases) {
    const measured = await measureMigrations(await restore(version));
    Object.assign(migrations, measured, migrations);
    expect(migrations).toMatchObject(measured);
  }
  const [stepped, copy] = [await restore(releases[0]), await restore(releases[0])];
  const database = await connectDatabase({ url: copy });
  await migrate(database).finally(() => database.close());
  const finish = await measureFinish(stepped, copy);
  await expect(`${JSON.stringify({ migrations, finish }, null, 2)}\n`).toMatchFileSnapshot(file);
});
