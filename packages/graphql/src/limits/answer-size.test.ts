import { beforeAll, expect, test } from 'vitest';
import { asCaller, useSurface } from '../surface.fixture.ts';

const surface = useSurface();
let run: ReturnType<typeof asCaller>;
beforeAll(async () => {
  run = asCaller(surface, await surface.newCaller());
});

/** A year of hours: 8,760 buckets with their start, end, isPartial and four measures. */
const year = (count: number, measures = 'revenue cost margin goals') =>
  Array.from({ length: count }, (_, i) => `a${i}: series(every: HOUR) { start totals { ${measures} } }`).join(
    ' ',
  );
const window = 'window: {from: "2025-01-01", to: "2026-01-01"}';

test('an answer within the limit is shown', async () => {
  const { errors } = await run(`{ analytics(${window}) { ${year(8)} } }`);
  expect(errors).toEqual([]);
});

test('an answer beyond the limit is refused, also when several fields exceed it together', async () => {
  const message = expect.stringMatching(/^The answer has more than 500000 values\. Ask for .+\.$/);
  const { data, errors } = await run(`{ analytics(${window}) { ${year(9)} } }`);
  expect(data).toEqual({ analytics: null });
  expect(errors).toMatchObject([{ message, extensions: { code: 'Invalid Request', status: 400 } }]);

  const fields = Array.from({ length: 5 }, (_, i) => `q${i}: analytics(${window}) { ${year(2)} }`);
  const several = await run<object>(`{ ${fields.join(' ')} }`);
  expect(Object.values(several.data ?? {}).filter((answer) => answer === null)).toHaveLength(1);
  expect(several.errors).toMatchObject([{ message }]);
});
