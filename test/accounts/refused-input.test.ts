import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, fromOurPage, newEmail } from '../support/browser.ts';
import { testDatabase } from '../support/developers.ts';
import { useOwnGateway } from '../support/drivers/surfaces.ts';

// Its log must not contain anything that these tests send.
const gateway = useOwnGateway();
const password = 'correct horse';
let logged: string;
beforeAll(() => {
  logged = gateway.output();
});

const unstorable = 'must not contain NUL or unpaired surrogates';
const long = `${'a'.repeat(60)}@${'b.'.repeat(2_000)}example.com`;

test.each([
  ['a name with NUL', { name: 'A\0da' }, `name ${unstorable}`],
  ['a name with half a character', { name: 'Ada \uD800' }, `name ${unstorable}`],
  ['a long name', { name: 'a'.repeat(256) }, 'name must have at most 255 characters'],
  ['an image with NUL', { image: '\0' }, `image ${unstorable}`],
  ['an email with NUL', { email: 'a\0da@example.com' }, `email ${unstorable}`],
  ['a long email', { email: long }, 'email must have at most 254 characters'],
  ['a developer', { developerId: randomUUID() }, 'developerId cannot be chosen'],
  ['no id of a developer', { developerId: 'nonsense' }, 'developerId cannot be chosen'],
  ['no developer', { developerId: null }, 'developerId cannot be chosen'],
])('a sign-up with %s is refused', async (_, odd, message) => {
  const browser = new Browser(gateway.url);
  const body = { name: 'Ada', email: newEmail(), password, ...odd };
  const { status, text } = await browser.send('/api/auth/sign-up/email', { body });
  expect({ status, ...JSON.parse(text) }).toEqual({ status: 400, code: 'BAD_REQUEST', message });
  expect(browser.cookies.size).toBe(0);
});

test.each(['sign-up/emai%0Al', 'sign-up%5Cemail', 'sign-up/%65mail%09'])(
  'the path %s does not reach the sign-up',
  async (path) => {
    const body = { name: 'Ada', email: newEmail(), password };
    expect(await new Browser(gateway.url).send(`/api/auth/${path}`, { body })).toMatchObject({ status: 404 });
  },
);

test('a sign-up with an email that is too long makes no user', async () => {
  const { pool } = await testDatabase();
  const { rows } = await pool.query('select 1 from users where email = $1', [long]);
  expect(rows).toEqual([]);
});

test('a sign-in with an email with NUL is refused', async () => {
  const { status, text } = await new Browser(gateway.url).signIn('a\0da@example.com', password);
  expect({ status, text }).toMatchObject({ status: 400, text: expect.stringMatching(/email/i) });
});

test.each(['callbackURL', 'redirectTo', 'errorCallbackURL', 'newUserCallbackURL'])(
  'a sign-in with a %s elsewhere is refused',
  async (field) => {
    const body = { email: 'a@example.com', password: 'long enough', [field]: '//evil.example' };
    const browser = new Browser(gateway.url);
    expect(await browser.send('/api/auth/sign-in/email', { body, headers: fromOurPage })).toMatchObject({
      status: 403,
    });
  },
);

afterAll(async () => {
  await gateway.stop();
  const lines = gateway.output().slice(logged.length).split('\n');
  expect(lines.filter((line) => line !== '' && !/"msg":"(stopping|security event)"/.test(line))).toEqual([]);
});
