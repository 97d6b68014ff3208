import { expect, inject, test } from 'vitest';
import { Browser, newEmail } from '../support/browser.ts';
import { testDatabase } from '../support/developers.ts';
import { useGateways } from '../support/load/gateways.ts';

const gateways = useGateways();
const password = 'correct horse';

// A NUL came as far as PostgreSQL: two lines of the log with stacks, and an answer that said nothing of it.
test('what a sign-up has that cannot be kept is refused before it reaches the database', async () => {
  const { url, output } = await gateways.start(inject('databaseUrl'));
  const before = output();
  const long = `${'a'.repeat(60)}@${'b.'.repeat(2_000)}example.com`;
  const unstorable = 'must not contain NUL or unpaired surrogates';
  for (const [odd, message] of [
    [{ name: 'A\0da' }, `name ${unstorable}`],
    [{ name: 'Ada \uD800' }, `name ${unstorable}`],
    [{ name: 'a'.repeat(256) }, 'name must have at most 255 characters'],
    [{ image: '\0' }, `image ${unstorable}`],
    [{ email: 'a\0da@example.com' }, `email ${unstorable}`],
    [{ email: long }, 'email must have at most 254 characters'],
  ] as const) {
    const browser = new Browser(url);
    const body = { name: 'Ada', email: newEmail(), password, ...odd };
    const { status, text } = await browser.send('/api/auth/sign-up/email', { body });
    expect({ status, ...JSON.parse(text) }).toEqual({ status: 400, code: 'BAD_REQUEST', message });
    expect(browser.cookies.size).toBe(0);
  }
  expect(output()).toBe(before);

  const { pool } = await testDatabase();
  const { rows } = await pool.query('select 1 from users where length(email) > 254');
  expect(rows).toEqual([]);
});

test('neither does the email of a sign-in', async () => {
  const { url, output } = await gateways.start(inject('databaseUrl'));
  const before = output();
  const { status, text } = await new Browser(url).signIn('a\0da@example.com', password);
  expect({ status, text }).toMatchObject({ status: 400, text: expect.stringMatching(/email/i) });
  expect(output()).toBe(before);
});

test('the longest address signs up, and in', async () => {
  const { url } = await gateways.start(inject('databaseUrl'));
  const name = newEmail().split('@')[0];
  const email = `${name}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.`;
  const whole = `${email}${'e'.repeat(254 - email.length - 4)}.com`;
  expect(whole).toHaveLength(254);
  expect((await new Browser(url).signUp(whole)).text).toContain(whole);
  const browser = new Browser(url);
  expect((await browser.signIn(whole)).status).toBe(200);
  expect((await browser.trpc.account.get.query({})).user.email).toBe(whole);
});
