import { Agent } from 'node:http';
import { expect, test } from 'vitest';
import { foldRollups } from '../../packages/service/src/rollups/rollup-deltas.ts';
import { disagreements } from '../support/analytics/agreement.ts';
import { ask } from '../support/analytics/ask.ts';
import type { GroupsPart, Measure, Question } from '../support/analytics/question.ts';
import { testDatabase } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { openAccount } from '../support/load/account.ts';
import { figure } from '../support/load/figures.ts';
import { routes } from '../support/load/routes.ts';

const SECONDS = figure(3, 30);
const gateway = useGateway();

const totals: Measure[] = [
  'revenue',
  'revenueCount',
  'value',
  'cost',
  'margin',
  'goals',
  'outcomes',
  'events',
];
const groups = (dimension: GroupsPart['dimension'], first: number, inner?: GroupsPart): GroupsPart => ({
  dimension,
  first,
  orderBy: { measure: 'revenue', direction: 'desc' },
  totals,
  series: { hours: { every: 'hour', totals } },
  ...(inner && { by: { inner } }),
});
/** Parts that are read from different rollups, and from the records. */
const question: Question = {
  window: { from: '2026-06-15', to: '2026-06-17' },
  timeZone: 'Asia/Kathmandu',
  weekStart: 'monday',
  totals,
  series: { hours: { every: 'hour', totals }, days: { every: 'day', totals } },
  by: {
    agents: groups('agent', 2, groups('customer', 2)),
    customers: groups('customer', 1),
    sources: groups('source', 5),
    sessions: groups('session', 3),
  },
};

test(`the parts of an answer agree while records are being written and folded (${SECONDS} s)`, {
  timeout: SECONDS * 1000 + 60_000,
}, async () => {
  const database = await testDatabase();
  const { token, developerId } = await openAccount(database);
  const agent = new Agent({ keepAlive: true });
  const deadline = Date.now() + SECONDS * 1000;
  const kinds = [
    ['revenues', 'recordedAt', { amount: '0.01' }],
    ['goals', 'achievedAt', { goalKey: 'paid' }],
    ['events', 'occurredAt', { type: 'llm.call', cost: '0.000000001' }],
    ['outcomes', 'generatedAt', { value: '1' }],
  ] as const;
  let written = 0;
  const counts: number[] = [];
  // Enough records were written while questions were answered, however slow the machine is.
  const isEnough = () => Date.now() > deadline && new Set(counts).size > 5 && written > 500;
  const write = async ([kind, time, fields]: (typeof kinds)[number]) => {
    for (let wave = 0; !isEnough(); wave++) {
      const items = Array.from({ length: 20 }, (_, i) => {
        const at = new Date(Date.UTC(2026, 5, 15) + (((wave * 20 + i) * 7_777_777) % 172_800_000));
        const names = { agentKey: `a${i % 4}`, customerKey: `c${i % 3}`, sessionKey: `s${i % 5}` };
        return {
          key: `${kind}:${wave}:${i}`,
          fact: { kind, input: { ...fields, ...names, [time]: at.toISOString() } },
        };
      });
      await routes.restBatch.send({ url: gateway.url, token, agent }, items);
      written += items.length;
    }
  };
  const read = async () => {
    while (!isEnough()) {
      const answer = await ask(gateway.url, token, question);
      expect(disagreements(answer)).toEqual([]);
      counts.push(Number(answer.totals?.revenueCount));
    }
  };
  const fold = async () => {
    let folded = 0;
    while (!isEnough()) folded += (await foldRollups(database, developerId)).folded;
    expect(folded).toBeGreaterThan(0);
  };
  await Promise.all([...kinds.map(write), read(), read(), fold()]);
  agent.destroy();
});
