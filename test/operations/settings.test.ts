import { randomUUID } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startGateway } from '../support/gateway.ts';

// The unit test of `readSettings` proves the message of each setting.
test('a start lists every wrong setting before it ends', async () => {
  const env = { NODE_ENV: 'prod', PUBLIC_URL: 'https://outturn.example/app', RATE_LIMITS: 'free=0' };
  await expect(startGateway(inject('databaseUrl'), env)).rejects.toThrow(
    /^the gateway ended with 1:\nSome settings in the environment are wrong:\n {2}PUBLIC_URL must .*\n {2}RATE_LIMITS must .*\n {2}NODE_ENV must .*\n$/,
  );
});

test('a start on an address of another machine ends with the name of the setting', async () => {
  await expect(startGateway(inject('databaseUrl'), { HOST: '192.0.2.1' })).rejects.toThrow(
    /^the gateway ended with 1:\n(?:\{.*autovacuum.*\n)?HOST 192\.0\.2\.1 cannot be used: listen EADDRNOTAVAIL/,
  );
});

/** An address under which other machines reach this one, or one that only a server on all addresses has. */
const outside =
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2';

test('a gateway in production listens for other machines, one in development only if HOST says so', async () => {
  const SESSION_SECRET = randomUUID();
  const environments = [{}, { HOST: '0.0.0.0' }, { NODE_ENV: 'production', SESSION_SECRET }];
  const gateways = await Promise.all(
    environments.map((env) => startGateway(inject('databaseUrl'), { HOST: '', ...env })),
  );
  onTestFinished(async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
  });
  const reach = async (url: string) =>
    fetch(`${url}/healthz`).then(
      ({ status }) => status,
      () => 'unreachable',
    );
  const from = (host: string) =>
    Promise.all(gateways.map(({ url }) => reach(`http://${host}:${new URL(url).port}`)));
  expect(await from(outside)).toEqual(['unreachable', 200, 200]);
  expect(await from('localhost')).toEqual([200, 200, 200]);
  expect(gateways.map((gateway) => /"msg":"Development mode: ([^"]*)"/.exec(gateway.output())?.[1])).toEqual([
    expect.stringMatching(/only this machine can connect\. Set NODE_ENV=production, or HOST=0\.0\.0\.0/),
    expect.stringContaining('for every machine that can connect (HOST is 0.0.0.0)'),
    undefined,
  ]);
});
