import { createApiKey, listDevelopers } from '@outturn/service';
import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { runOutturn } from '../support/load/run-outturn.ts';

const store = usePrivateDatabase();
const run = (...args: string[]) => runOutturn(store.url, ...args);

// A key that had stopped working was shown as active.
test('keys list tells expired and revoked keys from those that work', async () => {
  const make = (name: string, expiresAt?: Date) =>
    createApiKey(store.database, { developerName: 'states', name, expiresAt });
  await make('works');
  await make('works until', new Date(Date.now() + 3_600_000));
  await make('has ended', new Date(Date.now() - 1));
  const { id } = await make('was taken back', new Date(Date.now() - 1));
  expect(await run('keys', 'revoke', id)).toMatchObject({ code: 0 });

  const { output } = await run('keys', 'list', '--developer', 'states');
  const states = output.matchAll(/'(works|works until|has ended|was taken back)'.* '(\w+)' +│\n/g);
  expect([...states].map(([, name, state]) => [name, state])).toEqual([
    ['works', 'active'],
    ['works until', 'active'],
    ['has ended', 'expired'],
    ['was taken back', 'revoked'],
  ]);
});

// It moved the developer to the other plan without a word, and so to another rate limit.
test('keys create leaves the plan of a developer alone', async () => {
  const create = (...args: string[]) => run('keys', 'create', '--developer', 'acme inc', ...args);
  expect(await create('--plan', 'scale')).toMatchObject({
    code: 0,
    errors: 'Made the developer "acme inc", on the plan scale.\n',
  });
  expect(await create('--plan', 'free')).toEqual({
    code: 1,
    output: '',
    errors:
      'The developer "acme inc" is on the plan scale, not free, and no key was made. Leave the plan out, or change it: outturn developers plan "acme inc" free\n',
  });
  for (const args of [['--plan', 'scale'], []])
    expect(await create(...args)).toMatchObject({ code: 0, errors: '' });
  const developers = await listDevelopers(store.database);
  expect(developers.find(({ name }) => name === 'acme inc')).toMatchObject({ plan: 'scale', activeKeys: 3 });
});
