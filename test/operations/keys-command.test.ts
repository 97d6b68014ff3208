import { changePlan, listApiKeys, listClaims, listDevelopers } from '@outturn/service';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createApiKey } from '../support/api-keys.ts';
import { newEmail, signedUp } from '../support/browser.ts';
import { testDatabase } from '../support/developers.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { startGateway } from '../support/gateway.ts';
import { runTold } from '../support/load/run-outturn.ts';
import { runInside } from '../support/run-inside.ts';

const gateway = useGateway();
const store = usePrivateDatabase();
const run = (...args: string[]) => runInside(store.url, ...args);

test('keys create makes no key when an option is refused', async () => {
  const { code, output, errors } = await run('keys', 'create', '--developer=acme', '--name=');
  expect({ code, output }).toEqual({ code: 1, output: '' });
  expect(errors).toContain("'--name <name>' argument '' is invalid. It must have at least 1 character.");
  expect(await listDevelopers(store.database)).toEqual([]);
});

test('an unknown developer has no list of keys and no plan', async () => {
  const { database } = store;
  const calls = [listApiKeys(database, 'acne'), changePlan(database, 'acne', 'pro')];
  for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[])
    expect(reason.message).toBe('There is no developer "acne". See: outturn developers list');
  const unknown = 'There is no developer "acne". See: outturn developers list\n';
  expect(await run('keys', 'list', '--developer=acne')).toEqual({ code: 1, output: '', errors: unknown });
});

test('a key has each of its scopes once, and expires at the given time', async () => {
  const options = [
    '--developer=acme',
    '--scopes=events:read,events:read',
    '--expires=2999-01-01T01:00:00+01:00',
  ];
  const { code, errors } = await run('keys', 'create', ...options);
  expect({ code, errors }).toEqual({ code: 0, errors: 'Created the developer "acme" on the plan free.\n' });
  expect(await listApiKeys(store.database, 'acme')).toMatchObject([
    {
      scopes: ['events:read'],
      expiresAt: new Date('2999-01-01T00:00:00Z'),
      name: 'Created from the command line',
    },
  ]);
});

test('a key has full access unless scopes are named, and the list shows it', async () => {
  for (const scopes of [[], ['--scopes', '*'], ['--scopes=events:read,events:write']])
    expect(await run('keys', 'create', '--developer=full', ...scopes)).toMatchObject({ code: 0 });
  const { output } = await run('keys', 'list', '--developer=full');
  expect(output.match(/Full access|events:read,events:write/g)).toEqual([
    'Full access',
    'Full access',
    'events:read,events:write',
  ]);
  const json = JSON.parse((await run('keys', 'list', '--developer=full', '--json')).output);
  expect(json.map(({ scopes }: { scopes: string[] }) => scopes)).toEqual([
    ['*'],
    ['*'],
    ['events:read', 'events:write'],
  ]);
  const mixed = await run('keys', 'create', '--developer=full', '--scopes=*,events:read');
  expect(mixed).toMatchObject({ code: 1, output: '' });
  expect(mixed.errors).toContain('Full access (*) includes every scope. Pass it alone.');
});

test('keys list distinguishes expired, revoked and working keys', async () => {
  const make = (name: string, expiresAt?: Date) =>
    createApiKey(store.database, { developerName: 'states', name, expiresAt });
  await make('works');
  await make('works until', new Date(Date.now() + 3_600_000));
  await make('has ended', new Date(Date.now() - 1));
  const { id } = await make('was taken back', new Date(Date.now() - 1));
  expect(await run('keys', 'revoke', id)).toMatchObject({ code: 0 });

  const { output } = await run('keys', 'list', '--developer', 'states');
  const states = output.matchAll(/ {2}(works|works until|has ended|was taken back) {2}.* {2}(\w+)$/gm);
  expect([...states].map(([, name, state]) => [name, state])).toEqual([
    ['works', 'active'],
    ['works until', 'active'],
    ['has ended', 'expired'],
    ['was taken back', 'revoked'],
  ]);
});

test('keys create for the developer of an account names the account, and makes a key on confirmation', async () => {
  const { url } = gateway;
  const email = newEmail();
  await signedUp(url, email);
  const create = (...args: string[]) =>
    runInside(inject('databaseUrl'), 'keys', 'create', '--developer', email, ...args);
  const refused = await create();
  expect(refused).toEqual({ code: 1, output: '', errors: expect.stringContaining(email) });
  expect(refused.errors).toMatch(
    /^The developer "(.+)" belongs to an account, and no key was made: \1, created 20\d\d-\S+Z, an address that nobody has verified\. If the key is for that account: outturn keys create --developer "\1" --existing\n$/,
  );
  expect(await listApiKeys(await testDatabase(), email)).toEqual([]);
  for (let i = 0; i < 2; i++) {
    const made = await create('--existing');
    expect(made).toEqual({ code: 0, output: expect.stringMatching(/^ot_live_\w+\n$/), errors: '' });
  }
  expect(await listApiKeys(await testDatabase(), email)).toHaveLength(2);
});

test('keys create works repeatedly for a developer without an account, and --existing makes none', async () => {
  const create = (...args: string[]) => run('keys', 'create', '--developer', 'again', ...args);
  expect(await create('--existing')).toEqual({
    code: 1,
    output: '',
    errors: 'There is no developer "again". See: outturn developers list\n',
  });
  for (const errors of ['Created the developer "again" on the plan free.\n', '', ''])
    expect(await create()).toMatchObject({ code: 0, errors });
  expect(await create('--existing')).toMatchObject({ code: 0, errors: '' });
});

test('keys create does not change the plan of a developer', async () => {
  const create = (...args: string[]) => run('keys', 'create', '--developer', 'acme inc', ...args);
  expect(await create('--plan', 'scale')).toMatchObject({
    code: 0,
    errors: 'Created the developer "acme inc" on the plan scale.\n',
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

test('without a gateway, commands log changes of keys, claim links and accounts to standard error', async () => {
  const told = (...args: string[]) => runTold(store.url, ...args);
  const made = await told('keys', 'create', '--developer', 'told');
  const [key] = await listApiKeys(store.database, 'told');
  const of = { level: 30, developerId: key?.developerId, msg: 'security event' };
  const ofKey = { ...of, apiKeyId: key?.id, keyPrefix: key?.prefix };
  expect(made.events).toMatchObject([{ ...ofKey, event: 'key_created' }]);
  expect(JSON.stringify(made.events)).not.toContain(made.output.trim());
  const revoked = await told('keys', 'revoke', key?.id ?? '');
  expect(revoked).toMatchObject({ errors: '', events: [{ ...ofKey, event: 'key_revoked' }] });
  const claim = await told('developers', 'claim', 'told');
  expect(claim.events).toMatchObject([{ ...of, event: 'claim_link_made' }]);
  const [link] = (await listClaims(store.database)).filter(({ developerName }) => developerName === 'told');
  const withdrawn = await told('developers', 'claims', 'withdraw', link?.id ?? '');
  expect(withdrawn.events).toMatchObject([{ ...of, event: 'claim_link_withdrawn' }]);
  const account = await told('accounts', 'create', newEmail());
  expect(account.events).toMatchObject([{ event: 'account_created', userId: expect.any(String) }]);
  expect((await told('keys', 'revoke', key?.id ?? '')).events).toEqual([]);
});

test('with a gateway, commands print their result alone, and the gateway logs the events', async () => {
  const running = await startGateway(store.url);
  onTestFinished(() => running.stop());
  const eventsOf = () =>
    running
      .output()
      .split('\n')
      .filter((line) => line.includes('"msg":"security event"'))
      .map((line) => JSON.parse(line));
  const told = (...args: string[]) => runTold(store.url, ...args);
  const made = await told('keys', 'create', '--developer', 'acme');
  expect(made).toEqual({ code: 0, output: expect.stringMatching(/^ot_live_\w+\n$/), errors: '', events: [] });
  const email = newEmail();
  for (const command of ['create', 'reset-password'])
    expect(await told('accounts', command, email)).toMatchObject({ code: 0, events: [] });
  await expect.poll(eventsOf).toHaveLength(3);
  expect(eventsOf()).toMatchObject([
    { event: 'key_created', source: 'command', level: 30, keyPrefix: made.output.slice(0, 14) },
    { event: 'account_created', source: 'command', userId: expect.any(String) },
    { event: 'password_reset', source: 'command', userId: expect.any(String) },
  ]);
  expect(running.output()).not.toContain(made.output.trim());
});
