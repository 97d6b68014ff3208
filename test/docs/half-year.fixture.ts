import { send } from '../support/drivers/http.ts';

/**
 * The records behind the questions of docs/analytics.md: three agents and fourteen customers in the first half of 2026.
 */
export async function recordHalfYear(url: string, token: string): Promise<void> {
  await describeAccount(url, token);
  const visits = Array.from({ length: 181 * 3 }, (_, i) => visitOf(i));
  const goals = await recordAll(
    `${url}/v1/goals`,
    token,
    visits.flatMap((visit) => goalsOf(visit)),
  );
  const paidGoals = new Map(
    goals.filter(({ goalKey }) => goalKey === 'paid').map(({ id, sessionKey }) => [sessionKey, id]),
  );
  const revenues = visits.flatMap((visit) => revenuesOf(visit, paidGoals.get(visit.sessionKey)));
  await recordAll(`${url}/v1/revenues`, token, revenues);
  await recordAll(
    `${url}/v1/events`,
    token,
    visits.flatMap((visit) => eventsOf(visit)),
  );
}

/** A session: three on each day, at changing hours, some without a customer. */
function visitOf(i: number) {
  const start = Date.UTC(2026, 0, 1 + Math.floor(i / 3), scattered(i, 22), scattered(i + 1, 60));
  const agentKey = ['support-agent', 'sales-bot', 'research-agent'][i % 3];
  const customer = scattered(i + 2, 8) === 0 ? {} : { customerKey: `customer-${scattered(i + 3, 14)}` };
  const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
  return { i, at, sessionKey: `session-${i}`, who: { agentKey, sessionKey: `session-${i}`, ...customer } };
}

type Visit = ReturnType<typeof visitOf>;

/** A pseudo-random whole number below `count`, so that fields are independent of each other. */
function scattered(i: number, count: number): number {
  return (Math.imul(i + 1, 0x9e3779b1) >>> 8) % count;
}

/** Every session signs up, most of them qualify, some of these pay. */
function goalsOf({ i, at, who }: Visit) {
  const steps = ['signup', 'qualified', 'paid'].slice(0, 1 + scattered(i + 4, 3));
  return steps.map((goalKey, step) => ({ goalKey, achievedAt: at(10 + step), ...who }));
}

function revenuesOf({ i, at, who }: Visit, goalId: string | undefined) {
  if (!goalId) return [];
  const source = ['stripe', 'invoice', undefined][scattered(i + 5, 3)];
  const amount = `${20 + 5 * scattered(i + 6, 40)}.50`;
  const metadata = { plan: ['basic', 'pro'][scattered(i + 7, 2)] };
  return [{ amount, recordedAt: at(15), goalId, metadata, ...(source && { source }), ...who }];
}

const models = [
  { provider: 'acme-ai', model: 'large' },
  { provider: 'acme-ai', model: 'small' },
  { provider: 'other-ai', model: 'medium' },
];

function eventsOf({ i, at, who }: Visit) {
  const cost = `0.${String(100 + scattered(i + 7, 900)).padStart(4, '0')}`;
  const toolKey = ['crm.lookup', 'search'][scattered(i + 8, 2)];
  return [
    { type: 'llm.call', ...models[scattered(i + 9, 3)], cost, occurredAt: at(5), ...who },
    { type: 'tool.call', toolKey, cost: '0.001', isError: i % 9 === 0, occurredAt: at(6), ...who },
  ];
}

/** Sets names, plans of customers, and values that generate outcomes. */
async function describeAccount(url: string, token: string): Promise<void> {
  const create = async (path: string, body: object) => {
    const { status, text } = await send(`${url}/v1/${path}`, { token, body: JSON.stringify(body) });
    if (status !== 201) throw new Error(text);
  };
  await create('agents', { key: 'support-agent', name: 'Support agent' });
  await create('goal-types', { key: 'qualified', name: 'Qualified lead', value: '25.00' });
  await create('tools', { key: 'crm.lookup', value: '0.40' });
  for (let i = 0; i < 12; i++) {
    await create('customers', { key: `customer-${i}`, metadata: { plan: i % 3 ? 'starter' : 'enterprise' } });
  }
}

type Recorded = { id: string; goalKey?: string; sessionKey?: string };

async function recordAll(url: string, token: string, items: readonly object[]): Promise<Recorded[]> {
  const records: Recorded[] = [];
  for (let start = 0; start < items.length; start += 1000) {
    const body = JSON.stringify(items.slice(start, start + 1000));
    const { text } = await send(`${url}/batch`, { token, body });
    const { rejected, results } = JSON.parse(text);
    if (rejected !== 0) throw new Error(text);
    records.push(...results.map(({ record }: { record: Recorded }) => record));
  }
  return records;
}
