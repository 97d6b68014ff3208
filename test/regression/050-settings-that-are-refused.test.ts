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
