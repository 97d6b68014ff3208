import { defaultPlanLimits } from '@outturn/service';
import type { Arena } from '../arena.ts';
import { CONNECTIONS, createDeveloper } from '../contender.ts';
import type { Served } from './bench-gateways.ts';

/** How many calls of one developer were admitted within a minute, and how many its plan allows. */
export type Admission = { who: string; limits: string; sent: number; admitted: number; allowed: number };

/** Calls all gateways at once for one developer on plan `pro`, with half as many calls again as the plan allows. */
export async function admitted(arena: Arena, way: Served): Promise<Admission> {
  const { token } = await createDeveloper(way, 'pro');
  const isShared = way.gateways === 1 || Boolean(process.env.REDIS_URL);
  const allowed = defaultPlanLimits.pro * (isShared ? 1 : way.gateways);
  const { acknowledged, failures } = await arena.load.run({
    targets: way.servers.map(({ port }) => ({ port, token })),
    connections: CONNECTIONS,
    traffic: { kind: 'read', paths: ['/v1/agents?limit=1'] },
    warmUp: { seconds: 0, minRequests: 0, maxRequests: 1 },
    // Within the minute of the limit.
    measurement: { seconds: 50, maxRequests: 1.5 * allowed },
  });
  const { 429: refused = 0, ...others } = failures;
  if (Object.keys(others).length > 0)
    throw new Error(`neither admitted nor refused: ${JSON.stringify(others)}`);
  return {
    who: way.name,
    limits: limitsOf(way),
    sent: acknowledged + refused,
    admitted: acknowledged,
    allowed,
  };
}

function limitsOf({ gateways, workers }: Served): string {
  if (gateways === 1) return workers === 1 ? 'in memory' : 'in the primary process';
  return process.env.REDIS_URL ? 'shared through Redis' : 'each by itself, without Redis';
}
