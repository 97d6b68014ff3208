import { beforeAll, expect, test } from 'vitest';
import { type GroupQuestion, groupStatement } from '../../packages/service/src/analytics/group-statement.ts';
import { mintKey, testDatabase } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

/** As many agents, customers and sessions as are recorded in one batch, each named once. */
const COUNT = 1_000;

type Node = { 'Rows Removed by Join Filter'?: number; 'Actual Loops': number; Plans?: Node[] };

/** How many pairs of rows joins looked at in vain. */
const pairsOf = ({
  'Rows Removed by Join Filter': removed = 0,
  'Actual Loops': loops,
  Plans = [],
}: Node): number => Plans.reduce((sum, plan) => sum + pairsOf(plan), removed * loops);

let developerId: string;

beforeAll(async () => {
  const { token, developer } = await mintKey();
  const events = Array.from({ length: COUNT }, (_, i) => ({
    type: 'session.start',
    cost: '1',
    occurredAt: `2026-01-${10 + (i % 20)}T12:00:00Z`,
    agentKey: `agent-${i}`,
    customerKey: `customer-${i}`,
    sessionKey: `session-${i}`,
  }));
  const { text } = await send(`${gateway.url}/v1/events/batch`, { token, body: JSON.stringify(events) });
  expect(parse(text)).toMatchObject({ created: COUNT });
  const { pool } = await testDatabase();
  const { rows } = await pool.query<{ id: string }>('select id from developers where name = $1', [developer]);
  developerId = rows[0]?.id ?? '';
  // As PostgreSQL does by itself within a minute.
  await pool.query('analyze agents, customers');
});

const [from, middle, to] = ['2026-01-01', '2026-01-20', '2026-02-01'].map((day) => Date.parse(day)) as [
  number,
  number,
  number,
];

// Each visit was held against each group that is not shown, and the records of each group against those of all.
test.each<[string, Pick<GroupQuestion, 'ref' | 'names' | 'series'>]>([
  ['sessions of customers', { ref: { dimension: 'customer' }, names: ['sessions'] }],
  [
    'agents with a series',
    { ref: { dimension: 'agent' }, names: ['cost'], series: { edges: [from, middle, to], names: ['cost'] } },
  ],
])('%s are read without looking at each for each', async (_, asked) => {
  const scope = { developerId, where: { dimensions: [], amount: undefined }, levels: [], hasNotes: true };
  const { sql, values } = groupStatement(scope, [from, to], {
    first: 3,
    most: COUNT,
    order: { measure: 'cost', direction: 'desc' },
    kinds: ['revenues', 'outcomes', 'goals', 'events'],
    ...asked,
  });
  const { pool } = await testDatabase();
  const explained = await pool.query(`explain (analyze, format json) ${sql}`, [...values]);
  const [{ Plan }] = explained.rows[0]['QUERY PLAN'];
  expect(Plan['Actual Rows']).toBe(4);
  expect(pairsOf(Plan)).toBeLessThan(10 * COUNT);
});
