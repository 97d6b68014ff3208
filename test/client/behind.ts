import { createOutturnClient, type OutturnClientOptions } from '@outturn/client';
import { beforeAll, inject } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { type Fate, useFaultyProxies } from '../support/faulty-proxy.ts';
import { useGateways } from '../support/load/gateways.ts';

export const sampleRevenue = {
  amount: '99.90',
  recordedAt: '2024-01-15T10:30:00.000Z',
  agentKey: 'sales-bot',
};

/** A gateway for the tests of a file, and clients whose requests to it meet what they are told. */
export function useClientsBehind() {
  const gateways = useGateways();
  const proxy = useFaultyProxies();
  let target: string;
  beforeAll(async () => {
    ({ url: target } = await gateways.start(inject('databaseUrl')));
  });
  return {
    /** Where the gateway is. */
    get target() {
      return target;
    },
    /** A client of a developer of its own, whose requests meet these fates one after another, and then pass. */
    async behind(fates: Fate[], options: Partial<OutturnClientOptions> = {}) {
      const waiting = [...fates];
      const { url, seen } = await proxy(target, () => waiting.shift() ?? 'pass');
      const { token } = await mintKey();
      return { client: createOutturnClient({ apiKey: token, url, ...options }), seen };
    },
  };
}
