import { expect, inject, test } from 'vitest';
import { startGateway } from '../support/gateway.ts';

// The unit test of `readSettings` proves the words about each setting.
test('a start ends with all settings that are wrong', async () => {
  const env = { NODE_ENV: 'prod', PUBLIC_URL: 'https://outturn.example/app', RATE_LIMITS: 'free=0' };
  await expect(startGateway(inject('databaseUrl'), env)).rejects.toThrow(
    /^the gateway ended with 1:\nSome settings in the environment are wrong:\n {2}PUBLIC_URL must .*\n {2}RATE_LIMITS must .*\n {2}NODE_ENV must .*\n$/,
  );
});

test('a start on an address that is not of this machine ends with the name of the setting', async () => {
  await expect(startGateway(inject('databaseUrl'), { HOST: '192.0.2.1' })).rejects.toThrow(
    /^the gateway ended with 1:\nHOST 192\.0\.2\.1 cannot be used: listen EADDRNOTAVAIL/,
  );
});
