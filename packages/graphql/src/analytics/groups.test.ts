import { beforeAll, expect, test } from 'vitest';
import { asCaller, dataOf, useSurface } from '../surface.fixture.ts';
import { newAnalyst, quarter } from './analytics.fixture.ts';

const surface = useSurface();
let run: Awaited<ReturnType<typeof newAnalyst>>;
beforeAll(async () => {
  run = await newAnalyst(surface);
});

const ask = async (selection: string) =>
  dataOf(await run<{ analytics: object }>(`{ analytics(${quarter}) { ${selection} } }`)).analytics;

test('groups are slices: nested, of the previous window, over time and as funnels', async () => {
  const selection = `by(dimension: AGENT, first: 1) {
    key isOther
    previous { totals { revenue } }
    quarters: series(every: QUARTER) { isPartial totals { revenue } }
    funnel(steps: ["signup", "paid"]) { conversion }
    by(dimension: CUSTOMER, orderBy: {measure: KEY, direction: ASC}) {
      key totals { revenue share }
      by(dimension: METADATA, metadataKey: "plan", orderBy: {measure: EVENTS}) { label totals { events } }
    }
  }`;
  const quarters = (revenue: string) => [{ isPartial: false, totals: { revenue } }];
  expect(await ask(selection)).toEqual({
    by: [
      {
        key: 'ann',
        isOther: false,
        previous: { totals: { revenue: '80' } },
        quarters: quarters('150.5'),
        funnel: [{ conversion: 1 }, { conversion: 1 }],
        by: [
          {
            key: 'acme',
            totals: { revenue: '100', share: 0.664452 },
            by: [{ label: 'gold', totals: { events: 1 } }],
          },
          { key: 'blum', totals: { revenue: '50.5', share: 0.335548 }, by: [] },
        ],
      },
      {
        key: null,
        isOther: true,
        previous: { totals: { revenue: '0' } },
        quarters: quarters('10'),
        funnel: [{ conversion: 1 }, { conversion: 0 }],
        by: [{ key: 'acme', totals: { revenue: '10', share: 1 }, by: [] }],
      },
    ],
  });
});

test('every dimension can be requested', async () => {
  const types = await run<{ __type: { enumValues: { name: string; description: string }[] } }>(
    '{ __type(name: "Dimension") { enumValues { name description } } }',
  );
  const names = dataOf(types).__type.enumValues;
  expect(names.length).toBeGreaterThan(10);
  const parts = names.map(({ name, description }) => {
    expect(description).toMatch(/\.$/);
    const key = name.endsWith('METADATA') ? ', metadataKey: "plan"' : '';
    return `${name}: by(dimension: ${name}${key}) { key }`;
  });
  expect(Object.keys(await ask(parts.join(' ')))).toEqual(names.map(({ name }) => name));
});

test('a developer sees no record of another', async () => {
  const stranger = asCaller(surface, await surface.newCaller());
  const selection =
    'totals { revenue share } by(dimension: AGENT) { key } funnel(steps: ["paid"]) { sessions }';
  expect(dataOf(await stranger(`{ analytics(${quarter}) { ${selection} } }`))).toEqual({
    analytics: { totals: { revenue: '0', share: null }, by: [], funnel: [{ sessions: 0 }] },
  });
});
