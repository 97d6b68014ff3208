import { expect, inject, test } from 'vitest';
import { useGateways } from '../support/load/gateways.ts';

const gateways = useGateways();

// better-auth logged it as an error, with what was sent.
test('a URL of a caller that is refused is told to the caller, and not to the log', async () => {
  const gateway = await gateways.start(inject('databaseUrl'));
  for (const field of ['callbackURL', 'redirectTo', 'errorCallbackURL', 'newUserCallbackURL']) {
    const response = await fetch(`${gateway.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: gateway.url, 'x-outturn-csrf': '1' },
      body: JSON.stringify({ email: 'a@example.com', password: 'long enough', [field]: '//evil.example' }),
    });
    expect(response.status).toBe(403);
  }
  await gateway.stop();
  expect(gateway.output()).not.toContain('evil.example');
  expect(gateway.output()).not.toContain('"level":50');
});
