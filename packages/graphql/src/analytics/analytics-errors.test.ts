import { beforeAll, expect, test } from 'vitest';
import { asCaller, useSurface } from '../surface.fixture.ts';
import { newAnalyst, quarter } from './analytics.fixture.ts';

const surface = useSurface();
let run: Awaited<ReturnType<typeof newAnalyst>>;
beforeAll(async () => {
  run = await newAnalyst(surface);
});

const by = 'by(dimension: AGENT)';

test.each([
  ['timeZone', `(${quarter}, timeZone: "Mars/Olympus") { totals { revenue } }`],
  ['window.from', '(window: {from: "2026-02-30", to: "2026-04-01"}) { totals { revenue } }'],
  ['window.to', '(window: {from: "2026-04-01", to: "2026-01-01"}) { totals { revenue } }'],
  ['where.metadata.0.key', `(${quarter}, where: {metadata: [{key: ""}]}) { totals { revenue } }`],
  ['where.amount.gte', `(${quarter}, where: {amount: {gte: "a lot"}}) { totals { revenue } }`],
  ['by.first', `(${quarter}) { by(dimension: AGENT, first: 0) { key } }`],
  ['by.metadataKey', `(${quarter}) { by(dimension: METADATA) { key } }`],
  [
    'agents.by.models.first',
    `(${quarter}) { agents: ${by} { ${by} { models: by(dimension: MODEL, first: 1001) { key } } } }`,
  ],
  ['by.by.by.by', `(${quarter}) { ${by} { ${by} { ${by} { ${by} { key } } } } }`],
  ['by.steps.steps', `(${quarter}) { ${by} { steps: funnel(steps: []) { sessions } } }`],
  ['funnel.steps', `(${quarter}) { funnel(steps: ["a", "a"]) { sessions } }`],
  [
    'series.every',
    '(window: {from: "1970-01-01", to: "9999-12-31"}) { hours: series(every: HOUR) { start } }',
  ],
  [
    'a__b',
    `(${quarter}) { previous { a__b: series(every: DAY) { end } } a: previous { b: series(every: DAY) { end } } }`,
  ],
  [
    'agents.previous.window.to',
    `(${quarter}) { agents: ${by} { previous(window: {from: "2026-01-02", to: "2026-01-01"}) { totals { goals } } } }`,
  ],
  [
    'b',
    `(${quarter}) { a: previous { totals { goals } } b: previous(window: {from: "2026-01-01", to: "2026-01-02"}) { totals { goals } } }`,
  ],
  [`${'a'.repeat(101)}`, `(${quarter}) { ${'a'.repeat(101)}: ${by} { key } }`],
])('an error names %s as written in the document', async (field, selection) => {
  const { status, data, errors } = await run(`{ analytics${selection} }`);
  expect(status).toBe(200);
  expect(data).toEqual({ analytics: null });
  expect(errors).toMatchObject([
    { path: ['analytics'], extensions: { code: 'Invalid Request', status: 400 } },
  ]);
  expect(errors[0]?.extensions.details?.map((detail) => detail.field)).toEqual([field]);
  expect(errors[0]?.message).toMatch(new RegExp(`^${field} `));
});

test.each([
  ['an unknown measure', `(${quarter}) { totals { profit } }`],
  ['an unknown dimension', `(${quarter}) { by(dimension: PLANET) { key } }`],
  ['an unknown step', `(${quarter}) { series(every: FORTNIGHT) { start } }`],
  ['no window', ' { totals { revenue } }'],
  ['no measures', `(${quarter}) { totals }`],
  ['two parts of one name', `(${quarter}) { ${by} { key } by(dimension: MODEL) { key } }`],
])('%s is refused before anything runs', async (_, selection) => {
  const { status, errors } = await run(
    `{ analytics${selection} }`,
    {},
    { accept: 'application/graphql-response+json' },
  );
  expect(status).toBe(400);
  expect(errors).toMatchObject([{ extensions: { code: 'Invalid Request' } }]);
});

test('a failed field leaves the answers of others intact', async () => {
  const { data, errors } = await run(`{
    good: analytics(${quarter}) { totals { goals } }
    bad: analytics(${quarter}, timeZone: "?") { totals { goals } }
  }`);
  expect(data).toEqual({ good: { totals: { goals: 3 } }, bad: null });
  expect(errors).toMatchObject([{ path: ['bad'] }]);
});

test('a key without the scope is refused, and a key with only that scope is served', async () => {
  const document = `{ analytics(${quarter}) { totals { goals } } }`;
  const stranger = asCaller(surface, await surface.newCaller(['revenues:read', 'agents:read']));
  expect(await stranger(document)).toMatchObject({
    data: { analytics: null },
    errors: [{ extensions: { code: 'Forbidden', status: 403 } }],
  });
  const analyst = asCaller(surface, await surface.newCaller(['analytics:read']));
  expect(await analyst(document)).toMatchObject({ data: { analytics: { totals: { goals: 0 } } } });
});

test('a question is charged by its statements', async () => {
  const costs: number[] = [];
  const admit = async (cost: number) => void costs.push(cost);
  const selection = `totals { goals } previous { totals { goals } } ${by} { totals { goals } series(every: DAY) { start } }`;
  await run(`{ analytics(${quarter}) { ${selection} } }`, {}, { admit });
  expect(costs.reduce((sum, cost) => sum + cost)).toBe(4);
});
