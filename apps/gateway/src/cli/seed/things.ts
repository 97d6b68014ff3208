import { demoThings } from '@outturn/demo-data';
import { callApi } from '../import/call-api.ts';
import type { Patience } from '../import/patience.ts';

/** A server, without `/v1`, and how the caller shows who it is. */
type SeedTarget = { url: string; headers: Headers };

/** Where the things of each group are created, and in which order: values are given before what they are values of. */
const paths = {
  goalTypes: '/v1/goal-types',
  tools: '/v1/tools',
  agents: '/v1/agents',
  customers: '/v1/customers',
} as const;

/** Creates the agents, customers, goal types and tools of the demo data. What is there already stays as it is. */
export async function createThings(
  target: SeedTarget,
  patience: Patience,
  signal: AbortSignal,
): Promise<void> {
  const things = demoThings();
  for (const group of Object.keys(paths) as (keyof typeof paths)[]) {
    await Promise.all(
      things[group].map((thing) => create(target, paths[group], thing, { patience, signal })),
    );
  }
}

async function create(
  { url, headers }: SeedTarget,
  path: string,
  thing: unknown,
  { patience, signal }: { patience: Patience; signal: AbortSignal },
): Promise<void> {
  const door = { url: `${url}${path}`, headers };
  for (let attempt = 0; ; attempt++) {
    const outcome = await callApi(door, JSON.stringify(thing), signal);
    if ('text' in outcome) return patience.progressed();
    if ('failure' in outcome) await patience.wait(attempt, outcome, signal);
    else if (/that exists/.test(outcome.refusal)) return;
    else throw new Error(outcome.refusal);
  }
}
