import { Random } from '../../support/load/random.ts';
import type { Account } from './account.ts';

/** Names in several scripts; most members have a plain one. */
const names = [
  'مساعد المبيعات (الرياض)',
  'وكيل الدعم الفني',
  'עוזר מכירות',
  '営業アシスタント',
  '株式会社サンプルソリューションズ東京本社カスタマーサポート部',
  '客户服务机器人',
  '🤖 Support 🚀',
  '👩🏽‍💻👨‍👩‍👧‍👦 Team ❤️‍🔥',
  'Ünïcödé & Söhne GmbH',
  'Sales',
  'Sales',
  'Sales',
  'An agent whose name goes on for so long that no table, tile or menu has room for the whole of it',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  '<script>alert("name")</script>',
  'null',
];

/** Keys whose pages tests open; the last two have no name. */
export const extremeKeys = { long: 'k'.repeat(255), blank: '   ', reordering: '\u202egnp.elif' };

/** Keys that are long, blank, invisible or bidirectional, and those that look like paths. */
const keys = [
  extremeKeys.long,
  'very-long-key-'.repeat(18).slice(0, 255),
  '鍵'.repeat(255),
  '🔑'.repeat(127),
  ' ',
  extremeKeys.blank,
  '\u200b',
  'a\u200bb',
  extremeKeys.reordering,
  'agent-‏مفتاح‎-1',
  'مفتاح',
  '../../etc/passwd',
  '%2F?x=1&y=2#z',
  '\u00a0',
  'ＦＵＬＬ－ＷＩＤＴＨ',
  '0',
];

/** From the largest loss that a tile must show to the smallest amount that is stored. */
const amounts = ['-98765432.10', '0.000000001', '1234567.89', '-0.01', '0', '0.5', '-1234.567891234'];

const DAY = 86_400_000;
/** The most records of one call. */
const MOST_ITEMS = 1000;
/** How many calls are made at a time. */
const AT_A_TIME = 16;

export type Size = { agents: number; customers: number; records: number };

/** Fills an account with the most extreme names, keys and amounts that the product accepts, the same each time. */
export async function recordExtremes({ api }: Account, size: Size): Promise<void> {
  const random = new Random(33);
  const agents = keysOf('agent', size.agents);
  const customers = keysOf('customer', size.customers);
  await inTurns(agents, (key, index) => api.agents.create.mutate({ key, ...naming(index) }));
  await inTurns(customers, (key, index) => api.customers.create.mutate({ key, ...naming(index + 5) }));
  const goalTypes = keysOf('goal', 20);
  const tools = keysOf('tool', 40);
  await inTurns(goalTypes, (key, index) =>
    api.goalTypes.create.mutate({ key, ...naming(index), ...(index % 3 === 0 && { value: '1234567.89' }) }),
  );
  await inTurns(tools, (key, index) =>
    api.tools.create.mutate({ key, ...naming(index), ...(index % 4 === 0 && { value: '0.000000001' }) }),
  );

  const now = Date.now();
  const records = Array.from({ length: size.records }, (_, index) => ({
    at: new Date(now - Math.floor(random.next() ** 2 * 60 * DAY)).toISOString(),
    // Every customer has records, and the first agents have the most.
    agentKey: agents[Math.floor(random.next() ** 3 * agents.length)] ?? '',
    customerKey: customers[index % customers.length] ?? '',
    sessionKey: index % 7 === 0 ? `session-${'s'.repeat(240)}` : `session-${index % 900}`,
    amount: amounts[index % 40] ?? (random.next() * 4000).toFixed(2),
  }));
  await inBatches(records, (items) =>
    api.revenues.recordBatch.mutate(
      items.map(({ at, sessionKey: _, ...item }, index) => ({
        ...item,
        recordedAt: at,
        ...(index % 3 === 0 && {
          description: `${names[index % names.length]} – ${'long text '.repeat(20)}`,
        }),
        ...(index % 5 === 0 && { source: 'ソース\u200b' }),
      })),
    ),
  );
  const { items: latest } = await api.revenues.list.query({ sort: '-recordedAt', limit: 10 });
  await api.revenues.refundBatch.mutate(
    latest
      .filter(({ amount }) => Number(amount) > 0)
      .map(({ id }) => ({
        revenueId: id,
        amount: '0.000000001',
        recordedAt: new Date(now).toISOString(),
        description: 'long text '.repeat(20),
      })),
  );
  await inBatches(records, (items) =>
    api.events.recordBatch.mutate(
      items.map(({ at, amount, ...item }, index) => ({
        ...item,
        type: index % 2 ? 'tool.call' : `llm.call.${'x'.repeat(90)}`,
        name: names[index % names.length] ?? '',
        occurredAt: at,
        cost: amount.startsWith('-') ? '0.000000001' : amount,
        ...(index % 2 && { toolKey: tools[index % tools.length] ?? '' }),
        ...(index % 2 === 0 && { model: 'claude-opus-4.5-with-a-long-name-20251101' }),
      })),
    ),
  );
  await inBatches(records, (items) =>
    api.goals.recordBatch.mutate(
      items.map(({ at, amount: _, ...item }, index) => ({
        ...item,
        goalKey: goalTypes[index % goalTypes.length] ?? '',
        achievedAt: at,
      })),
    ),
  );
  await inBatches(records.slice(0, 500), (items) =>
    api.outcomes.recordBatch.mutate(
      items.map(({ at, amount, ...item }) => ({ ...item, value: amount, generatedAt: at })),
    ),
  );
  for (const name of ['تقرير الإيرادات', `Report ${'of many agents '.repeat(12)}`]) {
    await api.reports.save.mutate({
      name,
      description: 'Arabic, emoji and long names. '.repeat(6),
      document:
        'query($from: DayOrInstant!, $to: DayOrInstant!) { analytics(window: {from: $from, to: $to}) { by(dimension: AGENT) { key label isOther totals { revenue cost roi } } } }',
      variables: { from: '2026-01-01', to: '9999-01-01' },
    });
  }
}

/** The extreme keys first, then plain ones. */
function keysOf(kind: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => keys[index] ?? `${kind}-${index}`);
}

function naming(index: number) {
  if (index % 3 === 2) return {};
  const name = names[index] ?? (index % 2 ? `Sales` : `Member number ${index}`);
  return {
    name,
    description: `${name}: ${'a description of several lines. '.repeat(4)}`,
    metadata: { plan: index % 2 ? 'pro' : 'مجاني', note: 'm'.repeat(200) },
  };
}

async function inBatches<Item>(items: readonly Item[], record: (items: readonly Item[]) => Promise<unknown>) {
  for (let at = 0; at < items.length; at += MOST_ITEMS) await record(items.slice(at, at + MOST_ITEMS));
}

async function inTurns<Item>(
  items: readonly Item[],
  create: (item: Item, index: number) => Promise<unknown>,
) {
  for (let at = 0; at < items.length; at += AT_A_TIME) {
    await Promise.all(items.slice(at, at + AT_A_TIME).map((item, index) => create(item, at + index)));
  }
}
