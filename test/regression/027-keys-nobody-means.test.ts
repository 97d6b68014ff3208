import { listApiKeys, listDevelopers } from '@outturn/service';
import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { runOutturn } from '../support/load/run-outturn.ts';

const store = usePrivateDatabase();
const run = (...args: string[]) => runOutturn(store.url, ...args);

// Each had printed a key: of a developer without a name, or one that never worked.
const tooShort = 'It must have at least 1 character.';
const noInstant = 'It must be an ISO 8601 timestamp with a time zone, written like';
test.each([
  ['no developer', ['--developer', ''], `'--developer <name>' argument '' is invalid. ${tooShort}`],
  ['a long developer', ['--developer', 'x'.repeat(3_000)], 'It must have at most 500 characters.'],
  ['no name', ['--developer=acme', '--name='], `'--name <name>' argument '' is invalid. ${tooShort}`],
  ['no future', ['--developer=acme', '--expires=2020-01-01T00:00:00Z'], 'It must lie in the future.'],
  ['a year', ['--developer=acme', '--expires=2999'], noInstant],
  ['no time zone', ['--developer=acme', '--expires=2999-01-01T00:00:00'], noInstant],
])('no key is made with %s', async (_, options, message) => {
  const { code, output, errors } = await run('keys', 'create', ...options);
  expect({ code, output }).toEqual({ code: 1, output: '' });
  expect(errors).toContain(message);
  expect(await listDevelopers(store.database)).toEqual([]);
});

test('a developer who is not there has no list of keys, and no claim link', async () => {
  const unknown = 'There is no developer "acne". See: outturn developers list\n';
  for (const args of [
    ['keys', 'list', '--developer=acne'],
    ['developers', 'claim', 'acne'],
    ['developers', 'plan', 'acne', 'pro'],
  ]) {
    expect(await run(...args)).toEqual({ code: 1, output: '', errors: unknown });
  }
});

test('a key has each of its scopes once, and ends when it was said to', async () => {
  const options = [
    '--developer=acme',
    '--scopes=events:read,events:read',
    '--expires=2999-01-01T01:00:00+01:00',
  ];
  const { code, errors } = await run('keys', 'create', ...options);
  expect({ code, errors }).toEqual({ code: 0, errors: 'Made the developer "acme", on the plan free.\n' });
  expect(await listApiKeys(store.database, 'acme')).toMatchObject([
    {
      scopes: ['events:read'],
      expiresAt: new Date('2999-01-01T00:00:00Z'),
      name: 'Created from the command line',
    },
  ]);
});
