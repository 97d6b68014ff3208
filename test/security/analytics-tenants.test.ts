import { expect, test } from 'vitest';
import { ask, tryAsk } from '../support/analytics/ask.ts';
import { recordAll } from '../support/analytics/generated-facts.ts';
import {
  type Dimension,
  type GroupsPart,
  measureNames,
  metadataDimensions,
  plainDimensions,
  type Question,
  spreadOfs,
  spreadPers,
} from '../support/analytics/question.ts';
import { mintKey, testDatabase } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

/** A developer with a record of every kind, under the same keys as every other developer; amounts tell them apart. */
async function furnish(amount: string): Promise<string> {
  const { token, developer } = await mintKey();
  const { pool } = await testDatabase();
  const { rows } = await pool.query<{ id: string }>('select id from developers where name = $1', [developer]);
  const at = '2026-06-15T12:00:00.000Z';
  const names = { agentKey: 'a', customerKey: 'c', sessionKey: 's1' };
  const metadata = { channel: 'email' };
  await recordAll(gateway.url, { token, developerId: rows[0]?.id ?? '' }, [
    { kind: 'goals', input: { goalKey: 'signup', achievedAt: at, metadata, ...names } },
    {
      kind: 'events',
      input: {
        type: 'llm.call',
        cost: amount,
        toolKey: 'mail',
        model: 'm1',
        provider: 'p',
        inputTokens: Number(amount),
        isError: true,
        occurredAt: at,
        metadata,
        ...names,
      },
    },
    { kind: 'outcomes', input: { value: amount, generatedAt: at, toolKey: 'mail', ...names }, goal: 0 },
    { kind: 'revenues', input: { amount, recordedAt: at, source: 'stripe', ...names }, goal: 0, event: 0 },
    { kind: 'refunds', input: { amount: '0.5', recordedAt: at }, revenue: 0 },
  ]);
  return token;
}

const refs: { dimension: Dimension; metadataKey?: string }[] = [
  ...plainDimensions.map((dimension) => ({ dimension })),
  ...metadataDimensions.map((dimension, i) => ({
    dimension,
    metadataKey: ['channel', 'team', 'segment'][i] ?? '',
  })),
];
const group = {
  orderBy: { measure: 'key' as const, direction: 'asc' as const },
  first: 10,
  totals: [...measureNames],
  whole: { change: ['revenue'] },
} satisfies Partial<GroupsPart>;

/** Every part of a question, about one day. */
const everything: Question = {
  window: { from: '2026-06-15', to: '2026-06-16' },
  timeZone: 'UTC',
  weekStart: 'monday',
  totals: [...measureNames],
  series: { s: { every: 'hour', totals: [...measureNames] } },
  previous: { change: ['revenue'], ratio: ['cost'] },
  funnel: { f: { steps: ['signup', 'paid'] }, any: { start: 'session', steps: ['signup'] } },
  spread: Object.fromEntries(
    spreadOfs.flatMap((of) => spreadPers.map((per) => [`${of}_${per}`, { of, per }] as const)),
  ),
  groupCount: {
    agents: { dimension: 'agent' },
    spenders: { dimension: 'agent', having: { measure: 'cost', gte: '1' } },
  },
  by: Object.fromEntries(refs.map((ref) => [ref.dimension, { ...group, ...ref, totals: [...measureNames] }])),
};

test('developers with equal keys see their own records alone', async () => {
  const tokens = await Promise.all(['1', '20'].map(furnish));
  const stranger = await mintKey();
  for (const [i, token] of tokens.entries()) {
    const { totals, by = {}, funnel, spread = {}, groupCount } = await ask(gateway.url, token, everything);
    const amount = ['1', '20'][i];
    const one = {
      revenue: ['0.5', '19.5'][i],
      grossRevenue: amount,
      refunds: '0.5',
      refundCount: 1,
      revenueCount: 1,
      value: amount,
      cost: amount,
      goals: 1,
      outcomes: 1,
      events: 1,
      sessions: 1,
      agents: 1,
      customers: 1,
      inputTokens: Number(amount),
      errors: 1,
      errorRate: 1,
    };
    expect(totals).toMatchObject(one);
    expect(by.agent).toMatchObject([{ key: 'a', label: 'Ann', totals: one }]);
    expect(by.source?.map(({ key }) => key)).toEqual(['stripe', null]);
    expect(funnel?.f?.[0]).toMatchObject({ goalKey: 'signup', sessions: 1 });
    expect(funnel?.any?.[0]).toMatchObject({ goalKey: null, sessions: 1 });
    expect(groupCount).toEqual({ agents: 1, spenders: 1 });
    for (const [name, figures] of Object.entries(spread)) {
      if (name.startsWith('duration')) expect(figures).toBeNull();
      else
        expect(figures, name).toMatchObject({
          count: 1,
          max: name.startsWith('revenue_') && !name.endsWith('record') ? one.revenue : amount,
        });
    }
    const filtered = await ask(gateway.url, token, {
      ...everything,
      where: { agent: { in: ['a'] }, session: { in: ['s1'] } },
    });
    expect(filtered.totals).toMatchObject(one);
  }
  const nothing = await ask(gateway.url, stranger.token, everything);
  expect(nothing.totals).toMatchObject({ revenue: '0', sessions: 0, events: 0 });
  expect(Object.values(nothing.by ?? {}).flat()).toEqual([]);
  expect(nothing.groupCount).toEqual({ agents: 0, spenders: 0 });
  expect(new Set(Object.values(nothing.spread ?? {}))).toEqual(new Set([null]));
});

test('a revoked key, or none, gets no answer', async () => {
  for (const token of ['', 'ot_live_nothing']) {
    const result = await tryAsk(gateway.url, token, everything);
    expect(result).toMatchObject({ ok: false, code: 'Unauthorized' });
  }
});
