import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import type { TrpcAnswer } from '../support/drivers/trpc.ts';

const gateway = useGateway();
const message = expect.stringMatching(/^The answer has more than 500000 values\. Ask for .+\.$/);

const totals = [
  ...['revenue', 'revenueCount', 'averageRevenue', 'share', 'cost', 'costShare', 'margin', 'roi'],
  ...['goals', 'goalShare', 'costPerGoal', 'outcomes', 'value', 'valueShare', 'events'],
];
// With these totals, each of the 8,760 hours of a year has 16 to 18 values, so a request may have three such series.
const window = { from: '2025-01-01', to: '2026-01-01' };
const series = (count: number) => Array.from({ length: count }, (_, i) => `s${i}`);

test('slices of one tRPC batch share the size limit of one answer', async () => {
  const { token } = await mintKey();
  const ask = async (...counts: number[]) => {
    const url = `${gateway.url}/trpc/${counts.map(() => 'analytics.slice').join(',')}?batch=1`;
    const hours = { every: 'hour', totals };
    const inputs = counts.map((count) => ({
      window,
      series: Object.fromEntries(series(count).map((name) => [name, hours])),
    }));
    const { text } = await send(url, { token, body: JSON.stringify({ ...inputs }) });
    return parse<TrpcAnswer<object>[]>(text);
  };

  expect(await ask(4)).toMatchObject([{ error: { message } }]);
  const answers = await ask(1, 1, 1, 1);
  expect(answers.filter(({ result }) => result)).toHaveLength(3);
  expect(answers.find(({ result }) => !result)?.error).toMatchObject({ message });
});

test('reports in one GraphQL document share the size limit of one answer', async () => {
  const { token } = await mintKey();
  const ask = async (query: string, variables?: object) => {
    const { text } = await send(`${gateway.url}/graphql`, {
      token,
      body: JSON.stringify({ query, variables }),
    });
    return parse<{ data: Record<string, { data: { analytics: object | null } }> }>(text);
  };
  const hours = series(2).map(
    (name) => `${name}: series(every: HOUR) { start totals { ${totals.join(' ')} } }`,
  );
  const document = `{ analytics(window: {from: "${window.from}", to: "${window.to}"}) { ${hours.join(' ')} } }`;
  const input = { name: 'hours', document };
  await ask('mutation ($input: SaveReportInput!) { saveReport(input: $input) { id } }', { input });

  const run = 'runReport(name: "hours") { data errors { message } }';
  const { data } = await ask(`{ a: ${run} b: ${run} }`);
  expect(Object.values(data).filter((one) => one.data.analytics)).toHaveLength(1);
  const refused = Object.values(data).find((one) => !one.data.analytics);
  expect(refused).toMatchObject({ errors: [{ message }] });
});
