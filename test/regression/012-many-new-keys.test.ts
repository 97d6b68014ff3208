import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { recordingStatement } from '../../packages/service/src/kernel/ledger/statement.ts';
import { revenueLedger } from '../../packages/service/src/revenues/revenue.ledger.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';

const ROWS = 1_000;

const store = usePrivateDatabase();

/** A node of a plan, as `explain (format json)` has it. */
type Plan = { 'Rows Removed by Join Filter'?: number; Plans?: Plan[] };

const comparisons = (plan: Plan): number =>
  (plan['Rows Removed by Join Filter'] ?? 0) +
  (plan.Plans ?? []).reduce((sum, part) => sum + comparisons(part), 0);

/** What a batch names for the first time was joined by a developer that all rows had, and each row compared with each. */
test(`${ROWS} records of one developer with ${3 * ROWS} new keys are not compared with each other`, async () => {
  const { text } = recordingStatement(revenueLedger, {
    firstUse: revenueLedger.dimensions,
    hasNaturalKeys: false,
    isDistributed: false,
    isShared: false,
  });
  const array = (make: (i: number) => string) =>
    `{${Array.from({ length: ROWS }, (_, i) => make(i)).join(',')}}`;
  const now = new Date().toISOString();
  const values = [
    randomUUID(),
    now,
    randomUUID(),
    ...Array.from({ length: 6 }, () => array(() => randomUUID())),
    ...Array.from({ length: 3 }, () => array((i) => `key-${i}`)),
    // The columns of a revenue: key, amount, source, goal, event, description, when.
    null,
    array(() => '1'),
    array(() => 'Manual'),
    null,
    null,
    null,
    array(() => now),
  ];
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    const client = await store.database.pool.connect();
    try {
      await client.query(`begin; set local plan_cache_mode = ${mode}`);
      const { rows } = await client.query({
        name: `explain_${mode}`,
        text: `explain (analyze, format json) ${text}`,
        values,
      });
      expect(comparisons(rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(10 * ROWS);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
});
