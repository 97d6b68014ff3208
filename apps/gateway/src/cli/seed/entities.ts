import { demoEntities } from '@outturn/demo-data';
import { toKebabCase } from '@outturn/service';
import { callApi } from '../import/call-api.ts';
import type { RetryPolicy } from '../import/retry-policy.ts';

/** `url` is without `/v1`. */
type SeedTarget = { url: string; headers: Headers };

export async function createEntities(
  target: SeedTarget,
  retries: RetryPolicy,
  signal: AbortSignal,
): Promise<void> {
  for (const [group, entities] of Object.entries(demoEntities()))
    await Promise.all(
      entities.map((entity) => create(target, `/v1/${toKebabCase(group)}`, entity, { retries, signal })),
    );
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
