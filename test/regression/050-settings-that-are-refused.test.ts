import { expect, inject, test } from 'vitest';
import { useGateways } from '../support/load/gateways.ts';

const gateways = useGateways();

/** Starts with these settings, and expects that it is refused with these words. */
async function expectRefused(env: NodeJS.ProcessEnv, words: string): Promise<void> {
  await expect(gateways.start(inject('databaseUrl'), env)).rejects.toThrow(
    `Some settings in the environment are wrong:\n  ${words}`,
  );
}

// It started as development: with GraphiQL, and with no need of a SESSION_SECRET.
test('an unknown NODE_ENV', async () => {
  for (const NODE_ENV of ['prod', 'Production', 'staging']) {
    await expectRefused({ NODE_ENV }, 'NODE_ENV must be development, production or test');
  }
});

// Claim links and the OpenAPI document had the path, and the pages looked for their files at the root.
test('a PUBLIC_URL that is more than a host', async () => {
  for (const PUBLIC_URL of [
    'https://outturn.example/app',
    'https://outturn.example/?a=b',
    'https://ada:pass@outturn.example',
    'ftp://outturn.example',
    'outturn.example',
  ]) {
    await expectRefused(
      { PUBLIC_URL },
      'PUBLIC_URL must be an http:// or https:// URL without a path, such as https://outturn.example.com',
    );
  }
  const { output } = await gateways.start(inject('databaseUrl'), { PUBLIC_URL: 'https://outturn.example/' });
  expect(output()).toContain('"url":"https://outturn.example"');
});

// Every call was told to try again in a minute, for ever.
test('a rate limit of no calls', async () => {
  for (const RATE_LIMITS of ['free=0', 'pro=10,free=000']) {
    await expectRefused({ RATE_LIMITS }, 'RATE_LIMITS must be a list of calls per minute by plan, 1 or more');
  }
});
