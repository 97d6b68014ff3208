import { beforeAll, expect, test } from 'vitest';
import { post, useSurface } from '../surface.fixture.ts';
import { quarter } from './analytics.fixture.ts';

type Plan = {
  path: string[];
  statements: { part: string; sql: string; rows: number; milliseconds: number }[];
};

const surface = useSurface();
let caller: Awaited<ReturnType<typeof surface.newCaller>>;
beforeAll(async () => {
  caller = await surface.newCaller();
});

const query = `{
  analytics(${quarter}) { totals { revenue } by(dimension: AGENT) { key series(every: DAY) { start totals { goals } } } }
  again: analytics(${quarter}) { window { from } }
}`;

async function planOf(request: Request, principal = caller) {
  const { text, errors } = await surface.send(request, { principal });
  const { extensions } = JSON.parse(text) as { extensions?: { plan: Plan[] } };
  return { errors, extensions };
}

test.each([
  ['the body', () => post(JSON.stringify({ query, extensions: { plan: true } }))],
  [
    'the URL',
    () =>
      new Request(`http://outturn/graphql?${new URLSearchParams({ query, extensions: '{"plan":true}' })}`),
  ],
])('the plan is shown when the extensions of %s request it', async (_, request) => {
  const { extensions } = await planOf(request());
  expect(Object.keys(extensions ?? {})).toEqual(['plan']);
  const plans = new Map(extensions?.plan.map(({ path, statements }) => [path.join('.'), statements]));
  expect([...plans.keys()].toSorted()).toEqual(['again', 'analytics']);
  expect(plans.get('again')).toEqual([]);
  const parts = plans.get('analytics')?.map(({ part, sql }) => {
    expect(sql).toMatch(/^with /);
    return part;
  });
  expect(parts?.toSorted()).toEqual(['by.by with series.series', 'totals']);
});

test('no plan is shown without a request', async () => {
  for (const extensions of [undefined, {}, { plan: false }, { plan: null }]) {
    const answer = await planOf(post(JSON.stringify({ query, extensions })));
    expect(answer).toEqual({ errors: [], extensions: undefined });
  }
});

test('a plan requires a scope', async () => {
  const reader = await surface.newCaller(['analytics:read']);
  const answer = await planOf(post(JSON.stringify({ query, extensions: { plan: true } })), reader);
  expect(answer.extensions).toBeUndefined();
  expect(answer.errors).toMatchObject([
    {
      path: ['analytics'],
      message: expect.stringContaining('analytics:explain'),
      extensions: { code: 'Forbidden' },
    },
    { path: ['again'], extensions: { code: 'Forbidden' } },
  ]);
});

test('a plan requested in another form is refused', async () => {
  const { errors } = await planOf(post(JSON.stringify({ query, extensions: { plan: 'please' } })));
  expect(errors).toMatchObject([
    { extensions: { code: 'Invalid Request', details: [{ field: 'plan' }] } },
    { extensions: { code: 'Invalid Request' } },
  ]);
});
