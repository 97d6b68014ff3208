import { randomUUID } from 'node:crypto';
import { OutturnError } from '@outturn/service';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { adjustDatabaseTime } from '../../service/src/base/clock.ts';
import { newAnalyst } from './analytics/analytics.fixture.ts';
import { asCaller, dataOf, useSurface } from './surface.fixture.ts';

const surface = useSurface();
let run: Awaited<ReturnType<typeof newAnalyst>>;
beforeAll(async () => {
  run = await newAnalyst(surface);
});

const document = `query ($from: DayOrInstant!, $to: DayOrInstant!, $agents: [String!]) {
  analytics(window: {from: $from, to: $to}, where: {agent: {in: $agents}}) { totals { revenue } }
}`;
const quarter = { from: '2026-01-01', to: '2026-04-01' };
const save = `mutation ($input: SaveReportInput!, $key: String) {
  saveReport(input: $input, idempotencyKey: $key) { id name description document variables }
}`;
const runIt = `query ($name: String!, $variables: JSONObject) {
  runReport(name: $name, variables: $variables) { name data errors { message code path } }
}`;
const newName = () => `report ${randomUUID()}`;

test('a report is saved, found, run with its variables and with others, and deleted', async () => {
  const name = newName();
  const input = { name, description: 'Revenue of a window', document, variables: quarter };
  expect(dataOf(await run(save, { input }))).toEqual({ saveReport: { ...input, id: expect.any(String) } });
  expect(dataOf(await run('query ($name: String!) { report(name: $name) { document } }', { name }))).toEqual({
    report: { document },
  });
  const listed = dataOf(await run<{ reports: { nodes: unknown[] } }>('{ reports { nodes { name } } }'));
  expect(listed.reports.nodes).toContainEqual({ name });

  const answer = (revenue: string) => ({
    runReport: { name, data: { analytics: { totals: { revenue } } }, errors: null },
  });
  expect(dataOf(await run(runIt, { name }))).toEqual(answer('160.5'));
  expect(dataOf(await run(runIt, { name, variables: { agents: ['bob'] } }))).toEqual(answer('10'));

  const remove = 'mutation ($name: String!) { deleteReport(input: {name: $name}) { name deleted } }';
  expect(dataOf(await run(remove, { name }))).toEqual({ deleteReport: { name, deleted: true } });
  expect((await run(runIt, { name })).errors).toMatchObject([{ extensions: { code: 'Not Found' } }]);
});

test('saving under the same name replaces, and a retry under the same key replays', async () => {
  const name = newName();
  const key = randomUUID();
  const first = await run(save, { input: { name, document, variables: quarter }, key });
  const again = await run(save, { input: { name, document, variables: quarter }, key });
  expect(dataOf(again)).toEqual(dataOf(first));
  expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  const other = await run(save, { input: { name, document }, key });
  expect(other.errors).toMatchObject([{ extensions: { code: 'Idempotency Key Reused' } }]);

  const replaced = await run<{ saveReport: { id: string } }>(save, { input: { name, document } });
  const { id } = dataOf(first as typeof replaced).saveReport;
  expect(dataOf(replaced).saveReport).toMatchObject({ id, variables: {}, description: null });
});

test.each([
  ['a syntax error', '{ analytics(', /^document has a Syntax Error: .* in line 1$/],
  ['an unknown field', '{ nothing }', /^document Cannot query field "nothing"/],
  ['a mutation', 'mutation { deleteReport(input: {name: "a"}) { name } }', /^document must be a query$/],
  [
    'two queries',
    'query a { __typename } query b { __typename }',
    /^document must have exactly one operation$/,
  ],
  ['another report', '{ runReport(name: "a") { data } }', /^document must not run another report$/],
  ['a fragment alone', 'fragment a on Query { __typename }', /^document /],
  ['many tokens', `{a(b:[${'1 '.repeat(10_000)}])}`, /^The document has more than \d+ tokens/],
  // The depth that the parser reaches depends on how much of its code is compiled.
  ['brackets', `{a(b:${'['.repeat(1_990)}`, / more than \d+ levels| Syntax Error: Unexpected <EOF>/],
])('%s cannot be saved', async (_, text, message) => {
  const { data, errors } = await run(save, { input: { name: newName(), document: text } });
  expect(data).toEqual({ saveReport: null });
  expect(errors).toMatchObject([
    { message: expect.stringMatching(message), extensions: { code: 'Invalid Request' } },
  ]);
});

test('variables must match when a report is saved and when it is run', async () => {
  const wrong = await run(save, { input: { name: newName(), document, variables: { from: 7 } } });
  expect(wrong.errors[0]?.message).toMatch(/^variables do not fit: /);
  const unknown = await run(save, { input: { name: newName(), document, variables: { since: '2026' } } });
  expect(unknown.errors[0]?.message).toBe('variables.since is not a variable of the document');

  const name = newName();
  dataOf(await run(save, { input: { name, document } }));
  const { runReport } = dataOf(await run<{ runReport: { data: null; errors: unknown[] } }>(runIt, { name }));
  expect(runReport.data).toBeNull();
  expect(runReport.errors).toMatchObject([
    { code: 'Invalid Request', message: expect.stringContaining('$from') },
    { code: 'Invalid Request', message: expect.stringContaining('$to') },
  ]);
});

test('a report runs with the permissions of its caller', async () => {
  const caller = await surface.newCaller(['reports:read', 'reports:write']);
  const reader = asCaller(surface, caller);
  const name = newName();
  dataOf(await reader(save, { input: { name, document, variables: quarter } }));
  expect(dataOf(await reader(runIt, { name }))).toEqual({
    runReport: {
      name,
      data: { analytics: null },
      errors: [
        { code: 'Forbidden', message: 'The API key lacks the scope analytics:read.', path: ['analytics'] },
      ],
    },
  });
});

test('a report of which nothing is answered, for a passing reason, fails as a whole', async () => {
  const name = newName();
  dataOf(await run(save, { input: { name, document, variables: quarter } }));
  const busy = new OutturnError('Rate Limit Exceeded', { retryAfter: 7 });
  let calls = 0;
  const admit = async () => {
    calls++;
    if (calls > 1) throw busy;
  };
  const { status, headers, errors } = await run(runIt, { name }, { admit });
  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBe('7');
  expect(errors).toMatchObject([{ path: ['runReport'], extensions: { code: 'Rate Limit Exceeded' } }]);
});

test('reports of another developer are not found', async () => {
  const name = newName();
  dataOf(await run(save, { input: { name, document, variables: quarter } }));
  const stranger = asCaller(surface, await surface.newCaller());
  expect((await stranger(runIt, { name })).errors).toMatchObject([{ extensions: { code: 'Not Found' } }]);
  expect(dataOf(await stranger('{ reports { nodes { name } } }'))).toEqual({ reports: { nodes: [] } });
});

describe('a view', () => {
  /** Sets the clock of the database, as this process knows it. */
  function setClock(at: string | number): void {
    const now = performance.now();
    adjustDatabaseTime({ time: new Date(at).getTime(), sentAt: now, receivedAt: now });
  }
  afterEach(() => setClock(Date.now()));

  const question = { window: { this: 'month' }, totals: ['revenue'] };
  const view = { question, chart: { measure: 'revenue' } };
  const saveView = `mutation ($input: SaveReportInput!) {
    saveReport(input: $input) { document variables view }
  }`;
  const answerOf = async (name: string) => {
    const { runReport } = dataOf(await run<{ runReport: { data: unknown } }>(runIt, { name }));
    return runReport.data;
  };

  test('is saved, found, run when its window has moved, replaced by a document, and back', async () => {
    const name = newName();
    const kept = { question: { ...question, timeZone: 'UTC', weekStart: 'monday' }, chart: view.chart };
    expect(dataOf(await run(saveView, { input: { name, view } }))).toEqual({
      saveReport: { document: null, variables: {}, view: kept },
    });
    expect(dataOf(await run('query ($name: String!) { report(name: $name) { view } }', { name }))).toEqual({
      report: { view: kept },
    });

    setClock('2026-01-10T10:00:00Z');
    expect(await answerOf(name)).toEqual({
      window: { from: '2026-01-01T00:00:00.000Z', to: '2026-01-10T10:01:00.000Z', timeZone: 'UTC' },
      totals: { revenue: '100' },
    });
    setClock('2026-02-15T12:00:30Z');
    expect(await answerOf(name)).toMatchObject({ totals: { revenue: '50.5' } });

    const replaced = { document, variables: quarter, view: null };
    expect(dataOf(await run(saveView, { input: { name, document, variables: quarter } }))).toEqual({
      saveReport: replaced,
    });
    expect(await answerOf(name)).toEqual({ analytics: { totals: { revenue: '160.5' } } });
    expect(dataOf(await run(saveView, { input: { name, view } }))).toMatchObject({
      saveReport: { document: null, view: kept },
    });
  });

  const { totals: _, ...noTotals } = question;
  const long = { ...question, where: { agent: { in: Array(5).fill('x'.repeat(15_000)) } } };
  test.each([
    ['without a document or a view', {}, /^view or document is required; give one of the two$/],
    ['with both', { view, document }, /^view cannot be given beside document; leave out one of the two$/],
    ['with variables', { view, variables: quarter }, /^variables belong to a document; a view has none/],
    [
      'with an unknown measure',
      { view: { question: { ...question, totals: ['happiness'] } } },
      /^view\.question\.totals\.0 must be one of revenue, /,
    ],
    [
      'whose chart has one',
      { view: { question: noTotals, chart: { measure: 'happiness' } } },
      /^view\.chart\.measure must be one of revenue, /,
    ],
    ['without a window', { view: { question: {} } }, /^view\.question\.window is required$/],
    [
      'with a part that there is not',
      { view: { ...view, color: 'red' } },
      /^view\.color is not a known field$/,
    ],
    ['that is too large', { view: { question: long } }, /^view must be at most 64 KiB$/],
  ])('%s cannot be saved', async (_, input, message) => {
    const { data, errors } = await run(saveView, { input: { name: newName(), ...input } });
    expect(data).toEqual({ saveReport: null });
    expect(errors).toMatchObject([
      { message: expect.stringMatching(message), extensions: { code: 'Invalid Request' } },
    ]);
  });

  test('takes no variables when it is run, and the permissions and cost of its question', async () => {
    const reader = asCaller(surface, await surface.newCaller(['reports:read', 'reports:write']));
    const name = newName();
    dataOf(await reader(saveView, { input: { name, view } }));
    expect((await reader(runIt, { name })).errors).toMatchObject([
      { message: 'The API key lacks the scope analytics:read.', extensions: { code: 'Forbidden' } },
    ]);

    dataOf(
      await run(saveView, {
        input: { name, view: { question: { ...question, previous: { totals: ['cost'] } } } },
      }),
    );
    expect((await run(runIt, { name, variables: {} })).errors).toMatchObject([
      { message: expect.stringMatching(/^variables belong to a document/) },
    ]);
    const costs: number[] = [];
    dataOf(await run(runIt, { name }, { admit: async (cost: number) => void costs.push(cost) }));
    expect(costs).toEqual([1, 1]);
  });

  test('of another developer is not found', async () => {
    const name = newName();
    dataOf(await run(saveView, { input: { name, view } }));
    const stranger = asCaller(surface, await surface.newCaller());
    expect((await stranger(runIt, { name })).errors).toMatchObject([{ extensions: { code: 'Not Found' } }]);
  });
});

test('a report is renamed, unless another one has the name', async () => {
  const [name, newest] = [newName(), newName()];
  const rename = `mutation ($input: RenameReportInput!) {
    renameReport(input: $input) { id name document }
  }`;
  const { saveReport } = dataOf(
    await run<{ saveReport: { id: string } }>(save, { input: { name, document, variables: quarter } }),
  );
  const renamed = { id: saveReport.id, name: newest, document };
  expect(dataOf(await run(rename, { input: { name, newName: newest } }))).toEqual({ renameReport: renamed });
  expect((await run(runIt, { name })).errors).toMatchObject([{ extensions: { code: 'Not Found' } }]);
  expect(dataOf(await run(runIt, { name: newest }))).toMatchObject({ runReport: { name: newest } });

  dataOf(await run(save, { input: { name, document } }));
  expect((await run(rename, { input: { name, newName: newest } })).errors).toMatchObject([
    {
      message: expect.stringMatching(/^newName is the name of another report/),
      extensions: { code: 'Already Exists' },
    },
  ]);
});
