import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { adjustDatabaseTime } from '../../../service/src/base/clock.ts';
import { dataOf, useSurface } from '../surface.fixture.ts';
import { newAnalyst } from './analytics.fixture.ts';

const surface = useSurface();
let run: Awaited<ReturnType<typeof newAnalyst>>;
beforeAll(async () => {
  run = await newAnalyst(surface);
});

/** Sets the clock of the database, as this process knows it. */
function setClock(at: string | number): void {
  const now = performance.now();
  adjustDatabaseTime({ time: new Date(at).getTime(), sentAt: now, receivedAt: now });
}
afterEach(() => setClock(Date.now()));

type Period = { window: { from: string; to: string }; totals?: { revenue: string } };
type Answer = { analytics: Period & { previous?: Period; by?: { key: string; previous: Period }[] } };

const ask = async (args: string, selection = 'window { from to } totals { revenue }') =>
  dataOf(await run<Answer>(`{ analytics(${args}) { ${selection} } }`)).analytics;

test('a window that is relative to now moves with the clock of the database', async () => {
  const january = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-10T10:01:00.000Z' };
  setClock('2026-01-10T09:59:59Z');
  expect(await ask('window: {this: MONTH}')).toMatchObject({ totals: { revenue: '0' } });
  setClock('2026-01-10T10:00:00Z');
  expect(await ask('window: {this: MONTH}')).toEqual({ window: january, totals: { revenue: '100' } });
  setClock('2026-02-15T12:00:30Z');
  expect(await ask('window: {this: MONTH}')).toMatchObject({ totals: { revenue: '50.5' } });
  expect(await ask('window: {last: 2, unit: MONTH}')).toEqual({
    window: { from: january.from, to: '2026-02-15T12:01:00.000Z' },
    totals: { revenue: '150.5' },
  });
  expect(await ask('window: {previous: QUARTER}')).toMatchObject({ totals: { revenue: '80' } });
});

test('days of a window are those of the time zone, and weeks start as the question says', async () => {
  // In Kathmandu it is 22:15 on 31 March, in Honolulu 6:30 in the morning.
  setClock('2026-03-31T16:30:00Z');
  const windowOf = async (args: string) => (await ask(args, 'window { from to }')).window;
  expect(await windowOf('window: {this: DAY}, timeZone: "Asia/Kathmandu"')).toEqual({
    from: '2026-03-30T18:15:00.000Z',
    to: '2026-03-31T16:31:00.000Z',
  });
  expect(await windowOf('window: {this: DAY}, timeZone: "Pacific/Honolulu"')).toMatchObject({
    from: '2026-03-31T10:00:00.000Z',
  });
  expect(await windowOf('window: {this: WEEK}, weekStart: SUNDAY')).toMatchObject({
    from: '2026-03-29T00:00:00.000Z',
  });
  expect(await windowOf('window: {last: 36, unit: HOUR}')).toEqual({
    from: '2026-03-30T04:31:00.000Z',
    to: '2026-03-31T16:31:00.000Z',
  });
});

test('a running window is compared with the same part of the one before, and of the year before', async () => {
  setClock('2026-02-10T10:00:00Z');
  const selection = `window { to } previous { window { from to } totals { revenue } }
    by(dimension: AGENT) { key previous { window { to } totals { revenue } } }`;
  expect(await ask('window: {this: MONTH}', selection)).toEqual({
    window: { to: '2026-02-10T10:01:00.000Z' },
    previous: {
      window: { from: '2026-01-01T00:00:00.000Z', to: '2026-01-10T10:01:00.000Z' },
      totals: { revenue: '100' },
    },
    by: [
      { key: 'ann', previous: { window: { to: '2026-01-10T10:01:00.000Z' }, totals: { revenue: '100' } } },
    ],
  });
  setClock('2026-12-15T12:00:00Z');
  const ofYear = 'previous(shift: YEAR) { window { from to } totals { revenue } }';
  expect(await ask('window: {this: MONTH}', ofYear)).toEqual({
    previous: {
      window: { from: '2025-12-01T00:00:00.000Z', to: '2025-12-15T12:01:00.000Z' },
      totals: { revenue: '80' },
    },
  });
  const relative = 'previous(window: {previous: YEAR}) { window { from to } totals { revenue } }';
  expect(await ask('window: {this: MONTH}', relative)).toEqual({
    previous: {
      window: { from: '2025-01-01T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' },
      totals: { revenue: '80' },
    },
  });
});

test('a range of days ends now if it is asked so, and is a whole otherwise', async () => {
  setClock('2026-02-01T00:00:30Z');
  const quarter = 'from: "2026-01-01", to: "2026-04-01"';
  expect(await ask(`window: {${quarter}}`)).toMatchObject({ totals: { revenue: '160.5' } });
  expect(await ask(`window: {${quarter}, untilNow: true}`)).toEqual({
    window: { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:01:00.000Z' },
    totals: { revenue: '100' },
  });
});

test('a report that is run at two times has two windows', async () => {
  const input = {
    name: 'this month',
    document: 'query ($window: AnalyticsWindowInput!) { analytics(window: $window) { totals { revenue } } }',
    variables: { window: { this: 'MONTH' } },
  };
  dataOf(await run('mutation ($input: SaveReportInput!) { saveReport(input: $input) { id } }', { input }));
  const revenue = async () => {
    type Run = { runReport: { data: Answer } };
    const { runReport } = dataOf(await run<Run>('{ runReport(name: "this month") { data } }'));
    return runReport.data.analytics.totals?.revenue;
  };
  setClock('2026-01-31T23:59:30Z');
  expect(await revenue()).toBe('100');
  setClock('2026-02-20T12:00:00Z');
  expect(await revenue()).toBe('50.5');
});

describe('a window in another form', () => {
  const forms = 'from and to, last and unit, this, or previous';
  test.each([
    ['{}', 'window must have one of these forms:'],
    ['{from: "2026-01-01"}', 'window.to is required beside from'],
    ['{to: "2026-01-01"}', 'window.from is required beside to'],
    ['{last: 3}', 'window.unit is required beside last'],
    ['{unit: DAY}', 'window.last is required beside unit'],
    ['{last: 0, unit: DAY}', 'window.last must be a whole number from 1 to 100000'],
    ['{last: 100001, unit: HOUR}', 'window.last must be a whole number from 1 to 100000'],
    ['{last: 100, unit: YEAR}', 'window.last must not reach back beyond 1970'],
    ['{last: 100000, unit: YEAR}', 'window.last must not reach back beyond 1970'],
    ['{this: DAY, previous: DAY}', `window.previous cannot be given beside this; give one of: ${forms}`],
    ['{from: "2026-01-01", to: "2026-02-01", this: MONTH}', 'window.this cannot be given beside from'],
    ['{this: MONTH, unit: DAY}', 'window.this cannot be given beside unit'],
    ['{this: MONTH, untilNow: true}', 'window.untilNow is for from and to alone'],
  ])('is refused: %s', async (window, message) => {
    const { errors, data } = await run(`{ analytics(window: ${window}) { totals { revenue } } }`);
    expect(errors).toMatchObject([
      { message: expect.stringContaining(message), extensions: { code: 'Invalid Request', status: 400 } },
    ]);
    expect(data).toEqual({ analytics: null });
  });

  test('is refused for the window to compare with, and so are a window and a shift', async () => {
    const refusal = async (args: string) => {
      const { errors } = await run(
        `{ analytics(window: {this: DAY}) { agents: by(dimension: AGENT) { previous(${args}) { totals { revenue } } } } }`,
      );
      return errors.map(({ extensions }) => extensions.details);
    };
    expect(await refusal('window: {last: 3}')).toEqual([
      [{ field: 'agents.previous.window.unit', message: 'is required beside last' }],
    ]);
    expect(await refusal('window: {last: 99, unit: YEAR}')).toEqual([
      [{ field: 'agents.previous.window.last', message: 'must not reach back beyond 1970' }],
    ]);
    expect(await refusal('window: {this: DAY}, shift: YEAR')).toEqual([
      [{ field: 'agents.previous.shift', message: expect.stringMatching(/^cannot be given beside window/) }],
    ]);
  });
});

test('two aliases of previous with different shifts are refused', async () => {
  const { errors } = await run(`{ analytics(window: {this: DAY}) {
    before: previous { totals { revenue } } year: previous(shift: YEAR) { totals { revenue } } } }`);
  expect(errors).toMatchObject([{ extensions: { details: [{ field: 'year' }] } }]);
});
