import { createOutturnClient } from '@outturn/client';
import { type AnalyticsInput, Outturn, OutturnApiError, OutturnConnectionError } from '@outturn/sdk';
import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { failureOf } from '../support/failure-of.ts';
import { useFaultyProxies } from '../support/faulty-proxy.ts';

const gateway = useGateway();
const proxy = useFaultyProxies();
const window = { from: '2024-01-01', to: '2024-02-01' };

test('answers of analytics() equal those of the operation', async () => {
  const { token: apiKey } = await mintKey();
  const outturn = new Outturn({ apiKey, baseUrl: `${gateway.url}/v1` });
  const recordedAt = new Date('2024-01-15T10:30:00Z');
  await outturn.revenues.recordBatch([
    { amount: 75, recordedAt, agentKey: 'ann' },
    { amount: 0.1, recordedAt, agentKey: 'bob' },
  ]);
  await outturn.events.record({ type: 'llm.call', cost: 25, occurredAt: recordedAt, agentKey: 'ann' });
  const question: AnalyticsInput = {
    window,
    totals: ['revenue', 'roi'],
    previous: { totals: ['revenue'] },
    series: { weekly: { every: 'week', totals: ['revenue'] } },
    by: { agents: { dimension: 'agent', totals: ['revenue'], by: { models: { dimension: 'model' } } } },
    where: { amount: { gt: 0.01 } },
  };

  const answer = await outturn.analytics(question);

  expect(answer.totals).toEqual({ revenue: '75.1', roi: 2.004 });
  expect(answer.by?.agents).toMatchObject([{ key: 'ann', totals: { revenue: '75' } }, { key: 'bob' }]);
  const client = createOutturnClient({ url: gateway.url, apiKey });
  const asked = { ...question, where: { amount: { gt: '0.01' } } };
  expect(await client.analytics.slice.query(asked as never)).toEqual(answer);
});

test('analyticsRecords() lists the records behind a number, page by page', async () => {
  const { token: apiKey } = await mintKey();
  const outturn = new Outturn({ apiKey, baseUrl: gateway.url });
  const at = (day: number) => new Date(Date.UTC(2024, 0, day));
  await outturn.revenues.recordBatch([1, 2, 3].map((day) => ({ amount: day, recordedAt: at(day) })));
  await outturn.events.record({ type: 'llm.call', cost: 0.5, occurredAt: at(2) });
  const question = { window, measure: 'margin', limit: 2, where: { amount: { gt: 0.1 } } } as const;

  const amounts: string[] = [];
  for await (const { kind, record } of outturn.analyticsRecords(question))
    amounts.push(kind === 'events' ? `-${record.cost}` : kind === 'revenues' ? record.amount : kind);
  const { nextCursor } = await outturn.analyticsRecords(question).page();
  const rest = outturn.analyticsRecords({
    ...question,
    limit: 10,
    ...(nextCursor && { cursor: nextCursor }),
  });

  expect(amounts).toEqual(['3', '-0.5', '2', '1']);
  expect((await rest.page()).items).toMatchObject([{ kind: 'revenues' }, { record: { amount: '1' } }]);
  expect(await failureOf(outturn.analyticsRecords({ window, measure: 'sessions' }).page())).toMatchObject({
    code: 'Invalid Request',
    status: 400,
  });
});

test('a question of any length is answered', async () => {
  const { token: apiKey } = await mintKey();
  const outturn = new Outturn({ apiKey, baseUrl: gateway.url });
  const keys = Array.from({ length: 1_000 }, (_, i) => `agent-${i}-${'x'.repeat(90)}`);

  const { totals } = await outturn.analytics({ window, totals: ['events'], where: { agent: { in: keys } } });
  expect(totals).toEqual({ events: 0 });
});

test('a wrong question, and one without permission, are errors of the API', async () => {
  const { token: apiKey } = await mintKey({ scopes: ['goals:read'] });
  const outturn = new Outturn({ apiKey, baseUrl: gateway.url });

  const forbidden = await failureOf(outturn.analytics({ window }));
  expect(forbidden).toBeInstanceOf(OutturnApiError);
  const path = 'POST /trpc/analytics.slice';
  expect(forbidden).toMatchObject({ code: 'Forbidden', status: 403, path, details: [] });
  const { token } = await mintKey();
  const caller = new Outturn({ apiKey: token, baseUrl: gateway.url });
  expect(
    await failureOf(caller.analytics({ window: { from: '2024-02-01', to: '2024-01-01' } })),
  ).toMatchObject({
    code: 'Invalid Request',
    status: 400,
    details: [{ field: 'window.to', message: 'must be after from' }],
    requestId: expect.stringMatching(/./),
  });
  expect(await failureOf(caller.analytics({ window, totals: ['profit' as never] }))).toMatchObject({
    details: [
      { field: 'totals.0', message: expect.stringMatching(/^must be one of revenue, revenueCount, /) },
    ],
  });
  const stranger = new Outturn({ apiKey: 'nonsense', baseUrl: gateway.url });
  expect(await failureOf(stranger.analytics({ window }))).toMatchObject({
    code: 'Unauthorized',
    status: 401,
  });
});

test('a question is retried after passing errors', async () => {
  const faults = [500, 'reset', 'truncate'] as const;
  const waiting = [...faults];
  const { url: baseUrl, seen } = await proxy(gateway.url, () => waiting.shift() ?? 'pass');
  const { token: apiKey } = await mintKey();

  const { totals } = await new Outturn({ apiKey, baseUrl }).analytics({ window, totals: ['goals'] });
  expect(totals).toEqual({ goals: 0 });
  expect(seen.map(({ fault }) => fault)).toEqual([...faults, 'pass']);
});

test('an answer that is not from Outturn is an error of the connection', async () => {
  const fetch = async () => new Response('{"hello":"world"}');
  const outturn = new Outturn({ apiKey: 'x', baseUrl: gateway.url, fetch, retries: 0 });

  expect(await failureOf(outturn.analytics({ window }))).toBeInstanceOf(OutturnConnectionError);
});
