import { Random } from '../../support/load/random.ts';
import type { Account } from './account.ts';

/** The agents that cost more than they bring in, in the order of their losses. */
export const losers = ['agent-07', 'agent-13', 'agent-19', 'agent-26'];
/** The worst of them moved to this model, ten days before the end. */
export const costlyModel = 'claude-opus-4.5';
export const unprofitable = 'customer-100';
/** A customer that no list shows first. */
export const sought = { key: 'customer-237', name: 'Northwind Traders' };
export const soughtSession = 'session-1234';
/** One sale, far above all others. */
export const outlier = { agentKey: 'agent-01', amount: '41000.00' };

const AGENTS = 30;
const CUSTOMERS = 400;
const SESSIONS = 2_500;
const DAYS = 60;
const DAY = 86_400_000;
/** The most records of one call. */
const MOST_ITEMS = 1_000;

const numbered = (kind: string, index: number, digits: number) =>
  `${kind}-${String(index + 1).padStart(digits, '0')}`;

/** Sixty days of 30 agents and 400 customers in about 20,000 records, the same but for their times. */
export async function recordOwner({ api }: Account): Promise<void> {
  const random = new Random(51);
  const until = Date.now();
  await api.customers.create.mutate(sought);
  const sessions = Array.from({ length: SESSIONS }, (_, index) => {
    // Most sessions are of the last month, so that agents have enough to lose in it.
    const begins = until - random.next() ** 1.5 * DAYS * DAY - DAY / 24;
    const agentKey = numbered('agent', random.below(AGENTS), 2);
    const customerKey = numbered('customer', random.below(CUSTOMERS), 3);
    const rank = losers.indexOf(agentKey);
    const isCostly = agentKey === losers[0] && until - begins < 10 * DAY;
    const rate = customerKey === unprofitable ? 40 : rank >= 0 ? 4 + losers.length - rank : 1;
    return {
      ...{ begins, agentKey, customerKey, sessionKey: `session-${index + 1}` },
      model: isCostly ? costlyModel : 'gpt-5.1-mini',
      costOfCall: 0.12 * rate * (isCostly ? 4 : 1) * (0.5 + random.next()),
      amount: (0.9 + 2.2 * random.next()).toFixed(2),
      isResolved: random.chance(0.7),
      hasError: random.chance(0.06),
    };
  });
  const at = (begins: number, seconds: number) => new Date(begins + seconds * 1_000).toISOString();
  const keysOf = ({ agentKey, customerKey, sessionKey }: (typeof sessions)[number]) => ({
    ...{ agentKey, customerKey, sessionKey },
  });
  const events = sessions.flatMap((session) =>
    Array.from({ length: 6 }, (_, step) => ({
      ...keysOf(session),
      occurredAt: at(session.begins, step * 20),
      durationMs: 1_500 + step * 700,
      ...(step === 3
        ? { type: 'tool.call', toolKey: 'crm.lookup', cost: '0.001' }
        : {
            ...{ type: 'llm.call', provider: 'example', model: session.model },
            ...{ inputTokens: 2_000 + step * 900, outputTokens: 300, cost: session.costOfCall.toFixed(4) },
          }),
      ...(step === 4 &&
        session.hasError && { isError: true, metadata: { error: 'The model refused the request.' } }),
    })),
  );
  const goals = sessions
    .filter(({ isResolved }) => isResolved)
    .map((session) => ({ ...keysOf(session), goalKey: 'resolved', achievedAt: at(session.begins, 130) }));
  const revenues = [
    ...sessions.map((session) => ({
      ...keysOf(session),
      ...{ amount: session.amount, source: 'Usage billing', recordedAt: at(session.begins, 140) },
    })),
    { ...outlier, source: 'Annual contract', recordedAt: new Date(until - 3 * DAY).toISOString() },
  ];
  await inBatches(events, (items) => api.events.recordBatch.mutate(items));
  await inBatches(goals, (items) => api.goals.recordBatch.mutate(items));
  await inBatches(revenues, (items) => api.revenues.recordBatch.mutate(items));
}

async function inBatches<Item>(items: readonly Item[], record: (items: Item[]) => Promise<unknown>) {
  for (let from = 0; from < items.length; from += MOST_ITEMS)
    await record(items.slice(from, from + MOST_ITEMS));
}
