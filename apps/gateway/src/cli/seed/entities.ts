import { demoEntities } from '@outturn/demo-data';
import { callApi } from '../import/call-api.ts';
import type { RetryPolicy } from '../import/retry-policy.ts';

/** `url` is without `/v1`. */
type SeedTarget = { url: string; headers: Headers };

/** In order of creation. */
const paths = {
  goalTypes: '/v1/goal-types',
  tools: '/v1/tools',
  agents: '/v1/agents',
  customers: '/v1/customers',
} as const;

export async function createEntities(
  target: SeedTarget,
  retries: RetryPolicy,
  signal: AbortSignal,
): Promise<void> {
  const entities = demoEntities();
  for (const group of Object.keys(paths) as (keyof typeof paths)[]) {
    await Promise.all(
      entities[group].map((entity) => create(target, paths[group], entity, { retries, signal })),
    );
  }
}

async function create(
  { url, headers }: SeedTarget,
  path: string,
  entity: unknown,
  { retries, signal }: { retries: RetryPolicy; signal: AbortSignal },
): Promise<void> {
  const endpoint = { url: `${url}${path}`, headers };
  for (let attempt = 0; ; attempt++) {
    const outcome = await callApi(endpoint, JSON.stringify(entity), signal);
    if ('text' in outcome) return retries.progressed();
    if ('failure' in outcome) await retries.wait(attempt, outcome, signal);
    else if (/that exists/.test(outcome.refusal)) return;
    else throw new Error(outcome.refusal);
  }
}
