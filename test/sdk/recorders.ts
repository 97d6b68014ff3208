import { Outturn, type RecorderFailure, type RecorderOptions } from '@outturn/sdk';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { type Fault, useFaultyProxies } from '../support/faulty-proxy.ts';

export const revenue = { amount: '1.00', recordedAt: new Date('2024-01-15T10:30:00.000Z') };

/** Recorders of new developers, whose requests meet these faults one after the other and then pass. */
export function useRecorders() {
  const gateway = useGateway();
  const proxy = useFaultyProxies();
  return async (options: RecorderOptions = {}, faults: Fault[] = []) => {
    const waiting = [...faults];
    const { url: baseUrl, seen } = await proxy(gateway.url, () => waiting.shift() ?? 'pass');
    const { token } = await mintKey();
    const failures: RecorderFailure[] = [];
    const outturn = new Outturn({ apiKey: token, baseUrl });
    const recorder = outturn.recorder({ onError: (failure) => failures.push(failure), ...options });
    const batches = () => seen.filter(({ path }) => path.endsWith('/batch')).length;
    return { outturn, recorder, failures, batches };
  };
}

export async function namesOf(outturn: Outturn): Promise<(string | null)[]> {
  const { items } = await outturn.events.list({ sort: 'id', limit: 1_000 }).page();
  return items.map(({ name }) => name);
}
