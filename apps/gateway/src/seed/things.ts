import { demoThings } from '@outturn/demo-data';
import { z } from 'zod';
import type { Patience } from '../import/patience.ts';
import type { SeedTarget } from './seed.ts';

/** Where the things of each group are created, and in which order: values are given before what they are values of. */
const paths = {
  goalTypes: '/v1/goal-types',
  tools: '/v1/tools',
  agents: '/v1/agents',
  customers: '/v1/customers',
} as const;

const WireError = z.object({ code: z.string(), message: z.string() });

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
  for (let attempt = 0; ; attempt++) {
    const init = { method: 'POST', headers, body: JSON.stringify(thing), signal };
    const answer = await fetch(`${url}${path}`, init).catch((error: unknown) => {
      signal.throwIfAborted();
      return { failure: `${url} cannot be reached (${error instanceof Error ? error.message : error})` };
    });
    if ('failure' in answer) {
      await patience.wait(attempt, answer, signal);
      continue;
    }
    const text = await answer.text();
    if (answer.ok) return patience.progressed();
    const { code, message } = WireError.catch({ code: 'unknown', message: text }).parse(parseOrNull(text));
    if (/that exists/.test(message)) return;
    const failure = `${url}${path} answered ${answer.status} ${code}: ${message}`;
    if (answer.status !== 429 && answer.status < 500) throw new Error(failure);
    const seconds = Number(answer.headers.get('retry-after') ?? 0);
    await patience.wait(attempt, { failure, retryAfter: seconds * 1_000 }, signal);
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
