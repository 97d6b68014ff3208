import { beforeAll, expect, test } from 'vitest';
import { dataOf, useSurface } from '../surface.fixture.ts';
import { newAnalyst } from './analytics.fixture.ts';

const surface = useSurface();
let run: Awaited<ReturnType<typeof newAnalyst>>;
beforeAll(async () => {
  run = await newAnalyst(surface);
});

test('one question has totals, the window before, a series, groups with series of their own, and a funnel', async () => {
  const { analytics } = dataOf(
    await run<{ analytics: { series: unknown[] } }>(`{
      analytics(window: {from: "2026-01-01", to: "2026-04-01"}, timeZone: "Europe/Berlin", where: {customer: {in: ["acme"]}}) {
        totals { revenue value cost margin roi revenueCount goals outcomes sessions }
        previous { totals { revenue } }
        series(every: WEEK) { start totals { revenue margin } }
        by(dimension: AGENT, orderBy: {measure: REVENUE}, first: 10) {
          key label totals { revenue share roi } series(every: MONTH) { start totals { goals } }
        }
        funnel(steps: ["signup", "qualified", "paid"]) { goalKey sessions conversion }
      }
    }`),
  );
  const { series, ...rest } = analytics;
  const months = ['2025-12-31T23:00:00.000Z', '2026-01-31T23:00:00.000Z', '2026-02-28T23:00:00.000Z'];
  expect(rest).toEqual({
    totals: {
      revenue: '100',
      value: '7.25',
      cost: '20.1',
      margin: '79.9',
      roi: 3.975124,
      revenueCount: 1,
      goals: 3,
      outcomes: 1,
      sessions: 2,
    },
    previous: { totals: { revenue: '80' } },
    by: [
      {
        key: 'ann',
        label: 'ann',
        totals: { revenue: '100', share: 1, roi: 3.975124 },
        series: months.map((start, i) => ({ start, totals: { goals: [2, 0, 0][i] } })),
      },
      {
        key: 'bob',
        label: 'bob',
        // The revenue of bob came half an hour after midnight in Berlin, in the next quarter.
        totals: { revenue: '0', share: 0, roi: null },
        series: months.map((start, i) => ({ start, totals: { goals: [1, 0, 0][i] } })),
      },
    ],
    funnel: [
      { goalKey: 'signup', sessions: 2, conversion: 1 },
      { goalKey: 'qualified', sessions: 0, conversion: 0 },
      { goalKey: 'paid', sessions: 0, conversion: 0 },
    ],
  });
  expect(series).toHaveLength(14);
  expect(series[1]).toEqual({
    start: '2026-01-04T23:00:00.000Z',
    totals: { revenue: '100', margin: '79.9' },
  });
});
