import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import type { TrpcAnswer } from '../support/drivers/trpc.ts';

const gateway = useGateway();
const message = expect.stringMatching(/^The answer has more than 500000 values\. Ask for .+\.$/);

/** Seven values for each of 8,760 hours; eight of them are as much as a request may have. */
const hours = { every: 'hour', totals: ['revenue', 'cost', 'margin', 'goals'] };
const window = { from: '2025-01-01', to: '2026-01-01' };
const seriesOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`s${i}`, hours]));

test('the slices of a tRPC batch are together no larger than one answer may be', async () => {
  const { token } = await mintKey();
  const ask = async (...counts: number[]) => {
    const url = `${gateway.url}/trpc/${counts.map(() => 'analytics.slice').join(',')}?batch=1`;
    const inputs = counts.map((count) => ({ window, series: seriesOf(count) }));
    const { text } = await send(url, { token, body: JSON.stringify({ ...inputs }) });
    return parse<TrpcAnswer<object>[]>(text);
  };

  expect(await ask(9)).toMatchObject([{ error: { message } }]);
  const answers = await ask(4, 4, 4, 4);
  expect(answers.filter(({ result }) => result)).toHaveLength(2);
  for (const { error } of answers.filter(({ result }) => !result)) expect(error).toMatchObject({ message });
});

test('so are the reports that one document runs', async () => {
  const { token } = await mintKey();
  const ask = async (query: string, variables?: object) => {
    const { text } = await send(`${gateway.url}/graphql`, {
      token,
      body: JSON.stringify({ query, variables }),
    });
    return parse<{ data: Record<string, { data: { analytics: object | null } }> }>(text);
  };
  const series = Array.from(
    { length: 4 },
    (_, i) => `s${i}: series(every: HOUR) { start totals { revenue cost margin goals } }`,
  );
  const input = {
    name: 'hours',
    document: `{ analytics(window: {from: "2025-01-01", to: "2026-01-01"}) { ${series.join(' ')} } }`,
  };
  await ask('mutation ($input: SaveReportInput!) { saveReport(input: $input) { id } }', { input });

  const runs = Array.from(
    { length: 6 },
    (_, i) => `r${i}: runReport(name: "hours") { data errors { message } }`,
  );
  const { data } = await ask(`{ ${runs.join(' ')} }`);
  expect(Object.values(data).filter((run) => run.data.analytics)).toHaveLength(2);
  for (const run of Object.values(data).filter((one) => !one.data.analytics)) {
    expect(run).toMatchObject({ errors: [{ message }] });
  }
});
