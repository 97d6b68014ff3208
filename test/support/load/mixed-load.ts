import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../drivers/http.ts';
import { openStream } from '../live/event-stream.ts';
import { randomFact } from './facts.ts';
import { Random } from './random.ts';

export type Done = { batches: number; questions: number; subscriptions: number };

type Target = { url: string; token: string };

const window = { from: '2026-06-01', to: '2026-07-01' };
const question = {
  window,
  timeZone: 'Europe/Berlin',
  weekStart: 'monday',
  totals: ['revenue', 'cost', 'sessions'],
  series: { s: { every: 'day', totals: ['revenue'] } },
  by: {
    a: {
      dimension: 'agent',
      orderBy: { measure: 'revenue', direction: 'desc' },
      first: 5,
      totals: ['revenue'],
    },
  },
};
const document = `{ analytics(window: {from: "${window.from}", to: "${window.to}"}) { totals { revenue roi }
  by(dimension: CUSTOMER, first: 5) { key totals { revenue } } } agents { nodes { name revenues { nodes { id } } } } }`;
const live = `subscription { analytics(window: {from: "${window.from}", to: "${window.to}"}) { totals { revenue } } }`;

/** Sends batches, questions over two surfaces, and short subscriptions until the signal. Rejects on any failure. */
export async function mixedLoad(target: Target, signal: AbortSignal): Promise<Done> {
  const done: Done = { batches: 0, questions: 0, subscriptions: 0 };
  const random = new Random(11);
  await Promise.all([
    repeat(signal, 500, async () => {
      const batch = Array.from(
        { length: 100 },
        (_, i) => randomFact(random, 'events', `${done.batches}-${i}`).input,
      );
      await succeed(target, '/v1/events/batch', batch);
      done.batches++;
    }),
    repeat(signal, 400, async () => {
      await succeed(target, `/trpc/analytics.slice?input=${encodeURIComponent(JSON.stringify(question))}`);
      await succeed(target, '/graphql', { query: document });
      done.questions += 2;
    }),
    // Refused calls must free their memory, too.
    repeat(signal, 300, async () => {
      await send(`${target.url}/v1/revenues`, { token: target.token, body: '{"amount":1}' });
    }),
    ...Array.from({ length: 4 }, (_, i) =>
      repeat(signal, 100, async () => {
        await follow(target, i % 2 === 0, 300 + random.below(1_500));
        done.subscriptions++;
      }),
    ),
  ]);
  return done;
}

async function repeat(signal: AbortSignal, pause: number, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work();
    await sleep(pause);
  }
}

async function succeed({ url, token }: Target, path: string, body?: unknown): Promise<void> {
  const { status, text } = await send(`${url}${path}`, {
    token,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (status !== 200 || text.includes('"errors":['))
    throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
}

/** Follows records over tRPC, or a slice over GraphQL, for a while, and closes the connection. */
async function follow({ url, token }: Target, isRecords: boolean, milliseconds: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const stream = isRecords
    ? await openStream(`${url}/trpc/records.live?input={}`, { headers })
    : await openStream(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query: live }) });
  if (stream.response.status !== 200) throw new Error(`a stream was answered ${stream.response.status}`);
  await stream.next();
  await sleep(milliseconds);
  stream.close();
}
