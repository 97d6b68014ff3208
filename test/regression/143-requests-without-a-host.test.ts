import { networkInterfaces } from 'node:os';
import { expect, inject, test } from 'vitest';
import { useGateways } from '../support/load/gateways.ts';
import { openRaw } from '../support/raw-connection.ts';

const gateways = useGateways();
const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ family }) => family === 'IPv6'),
);

// As load balancers ask: they took a gateway that listens on IPv6 for one that is ill.
test.skipIf(!hasIPv6)('a probe of HTTP/1.0 that names no host is answered, whatever HOST is', async () => {
  for (const HOST of ['0.0.0.0', '::']) {
    const gateway = await gateways.start(inject('databaseUrl'), { HOST });
    const probe = await openRaw(gateway.url, 'GET /readyz HTTP/1.0\r\n\r\n');
    await probe.closed;
    expect(probe.received()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\{"status":"ready"\}$/s);
  }
});
