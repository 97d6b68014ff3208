import { operations } from '@outturn/service';
import { beforeAll, expect, test } from 'vitest';
import { type GroupQuestion, groupStatement } from '../../packages/service/src/analytics/group-statement.ts';
import { dimension, registry } from '../../packages/service/src/analytics/kinds.fixture.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { usePrivateService } from '../support/drivers/private-service.ts';

const store = usePrivateDatabase();
const caller = usePrivateService(store, 8);

/** As many agents, customers and sessions as fit into one batch, each named once. */
const COUNT = 1_000;

type Node = { 'Rows Removed by Join Filter'?: number; 'Actual Loops': number; Plans?: Node[] };

/** How many pairs of rows the joins of a plan compared and dropped. */
const pairsOf = ({
  'Rows Removed by Join Filter': removed = 0,
  'Actual Loops': loops,
  Plans = [],
}: Node): number => Plans.reduce((sum, plan) => sum + pairsOf(plan), removed * loops);

beforeAll(async () => {
  const { service, principal } = caller;
  const events = Array.from({ length: COUNT }, (_, i) => ({
    type: 'session.start',
    cost: '1',
    occurredAt: `2026-01-${10 + (i % 20)}T12:00:00Z`,
    agentKey: `agent-${i}`,
    customerKey: `customer-${i}`,
    sessionKey: `session-${i}`,
  }));
  await service.execute(operations.events.recordBatch, { principal, requestId: 'one' }, events);
  const { pool } = store.database;
  expect((await pool.query('select 1 from events')).rowCount).toBe(COUNT);
  // Autovacuum would do this within a minute.
  await pool.query('analyze agents, customers');
});

const [from, middle, to] = ['2026-01-01', '2026-01-20', '2026-02-01'].map((day) => Date.parse(day)) as [
  number,
  number,
  number,
];

test.each<[string, Pick<GroupQuestion, 'ref' | 'names'> & Partial<GroupQuestion>]>([
  ['sessions of customers', { ref: { dimension: dimension('customer') }, names: ['sessions'] }],
  [
    'agents with a series',
    {
      ref: { dimension: dimension('agent') },
      names: ['cost'],
      series: { edges: [from, middle, to], names: ['cost'] },
    },
  ],
  [
    'customers by the change of their sessions',
    {
      ref: { dimension: dimension('customer') },
      names: ['sessions'],
      order: { by: 'change', measure: 'sessions', direction: 'desc' },
      before: [from - (to - from), from],
    },
  ],
  [
    'customers by the spread of their sessions, of which a condition leaves none out',
    {
      ref: { dimension: dimension('customer') },
      names: ['cost'],
      order: {
        by: 'spread',
        spread: { of: 'cost', per: 'session' },
        figure: 'p50',
        direction: 'desc',
      },
      having: { measure: 'sessions', gte: '1' },
      needsKeysOfRest: true,
    },
  ],
])('a statement for %s does not compare every pair of groups', async (_, asked) => {
  const { developerId } = caller.principal;
  const scope = {
    developerId,
    where: { dimensions: [], amount: undefined },
    levels: [],
    hasDeltas: true,
    registry,
  };
  const { sql, values } = groupStatement(scope, [from, to], {
    first: 3,
    max: COUNT,
    order: { by: 'value', measure: 'cost', direction: 'desc' },
    kinds: registry.all,
    ...asked,
  });
  const explained = await store.database.pool.query(`explain (analyze, format json) ${sql}`, [...values]);
  const [{ Plan }] = explained.rows[0]['QUERY PLAN'];
  expect(Plan['Actual Rows']).toBe(4);
  expect(pairsOf(Plan)).toBeLessThan(10 * COUNT);
});
