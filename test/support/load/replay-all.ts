import { Agent } from 'node:http';
import type { Acknowledged } from './journal.ts';
import { type Item, routes } from './routes.ts';

const AT_ONCE = 500;

/** Sends every acknowledged item again. Returns the answers that are not byte for byte the original. */
export async function replayMismatches(
  caller: { url: string; token: string },
  acknowledged: ReadonlyMap<string, Acknowledged>,
): Promise<string[]> {
  const agent = new Agent({ keepAlive: true });
  const mismatches: string[] = [];
  const all = [...acknowledged].map(([key, { fact }]): Item => ({ key, fact }));
  for (const items of Map.groupBy(all, ({ fact }) => `${fact.kind} ${fact.verb}`).values()) {
    for (let start = 0; start < items.length; start += AT_ONCE) {
      const some = items.slice(start, start + AT_ONCE);
      const results = await routes.restBatch.send({ ...caller, agent }, some);
      some.forEach(({ key }, i) => {
        const result = results[i];
        const original = acknowledged.get(key)?.record;
        const isSame = result?.status === 'replayed' && result.record === original;
        if (!isSame) mismatches.push(`${key}: was ${original}, is ${JSON.stringify(result)}`);
      });
    }
  }
  agent.destroy();
  return mismatches;
}
