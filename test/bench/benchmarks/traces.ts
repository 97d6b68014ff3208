import { randomBytes, randomUUID } from 'node:crypto';
import type { Arena } from '../arena.ts';
import { type Contender, checkStored, createDeveloper, type Developer, enter } from '../contender.ts';
import type { Outcome } from '../findings.ts';
import { agentKey } from '../load/job.ts';
import type { BenchOptions } from '../options.ts';
import { withCost } from '../processor-time.ts';
import { alternateWarm, median, type Round, standing } from '../rounds.ts';
import { seedDimensions } from '../seed-revenues.ts';
import { startGateway } from '../server-process.ts';
import { absolutesOf } from './absolutes.ts';

const ITEMS = 1_000;
const REQUESTS = 40;

type Sending = {
  path: string;
  /** The body of a request. */
  body(): object;
  /** How many events it makes. */
  events: number;
};

const batch: Sending = {
  path: '/v1/events/batch',
  body: () => Array.from({ length: ITEMS }, event),
  events: ITEMS,
};
const calls: Sending = { path: '/otlp/v1/traces', body: () => trace(ITEMS), events: ITEMS };
const few: Sending = { path: '/otlp/v1/traces', body: () => trace(3), events: 3 };
const entrants = {
  'events in batches of 1,000': batch,
  'requests of 1,000 spans, all calls of one trace': calls,
  'requests of 1,000 spans, 3 of them calls': few,
};

/** Spans in requests of 1,000, against as many events in a batch. */
export async function benchTraces(arena: Arena, { rounds }: BenchOptions): Promise<Outcome> {
  const outturn = await enter(arena, 'traces_outturn', startGateway);
  const standings = await alternateWarm(
    arena,
    rounds,
    Object.entries(entrants).map(([name, sending]) => ({
      name,
      run: () => sendRound(arena, outturn, sending),
    })),
  );
  const [batches = '', all = '', some = ''] = Object.keys(entrants);
  const of = (name: string) => standing(standings, name);
  return {
    findings: [
      {
        what: `${all}, events/s`,
        against: batches,
        value: of(all).rate / of(batches).rate,
        unit: '×',
        target: { atLeast: 0.5 },
      },
      {
        what: `${some}, processor time`,
        against: all,
        value: median(of(some).micros) / median(of(all).micros),
        unit: '×',
        target: { atMost: 0.4 },
      },
    ],
    absolutes: absolutesOf('spans and events in requests of 1,000', standings),
  };
}

/** Requests one after the other. The rate is that of spans or events. */
async function sendRound(
  arena: Arena,
  contender: Contender,
  { path, body, events }: Sending,
): Promise<Round> {
  const developer = await createDeveloper(contender, 'unlimited');
  await seedDimensions(contender, developer);
  const bodies = Array.from({ length: REQUESTS }, () => JSON.stringify(body()));
  const watched = {
    servers: [contender.server.pid],
    postmaster: arena.postmasterPid,
    generator: process.pid,
  };
  const { result: seconds, cost } = await withCost(watched, async () => {
    const begun = performance.now();
    for (const text of bodies) await send(contender, developer, path, text);
    return (performance.now() - begun) / 1_000;
  });
  await checkStored(contender, [developer], REQUESTS * events, 'events');
  const each = (spent: number) => (spent * 1e6) / (REQUESTS * ITEMS);
  return {
    rate: (REQUESTS * ITEMS) / seconds,
    ...(cost && {
      serverMicros: each(cost.server),
      postgresMicros: each(cost.postgres),
      others: cost.others,
    }),
  };
}

async function send({ server }: Contender, { token }: Developer, path: string, body: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`answered with ${response.status}: ${text}`);
}

function event(_: unknown, i: number) {
  return {
    type: 'llm.call',
    occurredAt: new Date(Date.now() - i).toISOString(),
    agentKey: agentKey(i),
    provider: 'openai',
    model: 'gpt-4.1-mini',
    inputTokens: 1_000 + i,
    outputTokens: i,
    durationMs: 250,
    idempotencyKey: randomUUID(),
  };
}

/** A root and its children, of which these many are calls. */
function trace(calls: number) {
  const traceId = randomBytes(16).toString('hex');
  const root = randomBytes(8).toString('hex');
  const now = BigInt(Date.now()) * 1_000_000n;
  const spans = Array.from({ length: ITEMS }, (_, i) => ({
    traceId,
    ...(i === 0 ? { spanId: root } : { spanId: randomBytes(8).toString('hex'), parentSpanId: root }),
    name: 'chat',
    startTimeUnixNano: String(now),
    endTimeUnixNano: String(now + 250_000_000n),
    attributes: i < calls ? callAttributes(i) : otherAttributes,
  }));
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: agentKey(0) } }] };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'bench' }, spans }] }] };
}

function callAttributes(i: number) {
  return [
    // A tool, so that the root and a child are two calls.
    { key: 'gen_ai.operation.name', value: { stringValue: i === 0 ? 'execute_tool' : 'chat' } },
    { key: 'gen_ai.provider.name', value: { stringValue: 'openai' } },
    { key: 'gen_ai.response.model', value: { stringValue: 'gpt-4.1-mini' } },
    { key: 'gen_ai.usage.input_tokens', value: { intValue: String(1_000 + i) } },
    { key: 'gen_ai.usage.output_tokens', value: { intValue: String(i) } },
  ];
}

const otherAttributes = [
  { key: 'http.request.method', value: { stringValue: 'GET' } },
  { key: 'url.full', value: { stringValue: 'https://example.com/orders/4711' } },
  { key: 'http.response.status_code', value: { intValue: '200' } },
];
