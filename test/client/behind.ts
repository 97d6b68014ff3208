import { createOutturnClient, type OutturnClientOptions } from '@outturn/client';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { type Fault, useFaultyProxies } from '../support/faulty-proxy.ts';

export const sampleRevenue = {
  amount: '99.90',
  recordedAt: '2024-01-15T10:30:00.000Z',
  agentKey: 'sales-bot',
};

/** The run's gateway, and clients that reach it through a proxy with scripted faults. */
export function useClientsBehind() {
  const gateway = useGateway();
  const proxy = useFaultyProxies();
  return {
    /** The URL of the gateway. */
    get target() {
      return gateway.url;
    },
    /** A client of a developer of its own, whose requests meet these faults one after the other, and then pass. */
    async behind(faults: Fault[], options: Partial<OutturnClientOptions> = {}) {
      const waiting = [...faults];
      const { url, seen } = await proxy(gateway.url, () => waiting.shift() ?? 'pass');
      const { token } = await mintKey();
      return { client: createOutturnClient({ apiKey: token, url, ...options }), seen };
    },
  };
}
