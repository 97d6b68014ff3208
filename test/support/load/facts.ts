import { toUnits } from './exact-decimal.ts';
import type { Random } from './random.ts';

export const factKinds = ['revenues', 'outcomes', 'goals', 'events'] as const;

export type FactKind = (typeof factKinds)[number];

/** A record as a client sends it, or its correction or refund: then `input` has the id of the record. */
export type Fact = { kind: FactKind; verb?: 'correct' | 'refund'; input: Record<string, unknown> };

/** Goal types and tools with a value: their goals and events generate valuable outcomes. */
export const valuedGoals = { paid: '12.345678901', renewed: '-0.1' } as const;
export const valuedTools = { crm: '0.000000001', search: '999999999.99' } as const;

/** The amount field of a kind; goals have none. */
export const amountFields = {
  revenues: 'amount',
  outcomes: 'value',
  events: 'cost',
  goals: undefined,
} as const;

/** The fact's part of the sum of its kind. */
export function unitsOf({ kind, input }: Fact): bigint {
  const field = amountFields[kind];
  const amount = field && input[field];
  return typeof amount === 'string' ? toUnits(amount) : 0n;
}

/** The value of the outcome that the fact generates, if it does. */
export function generatedBy({ kind, input }: Fact): bigint | undefined {
  const values: Record<string, string> =
    kind === 'goals' ? valuedGoals : kind === 'events' ? valuedTools : {};
  const value = values[String(kind === 'goals' ? input.goalKey : input.toolKey)];
  return value === undefined ? undefined : toUnits(value);
}

/** Few agents and many customers, as in production; some facts name neither, some leave their time to the server. */
export function randomFact(random: Random, kind: FactKind, nonce: string): Fact {
  const shared = {
    ...(random.chance(0.9) && { agentKey: `agent-${random.below(12)}` }),
    ...(random.chance(0.7) && { customerKey: `customer-${random.below(60)}` }),
    ...(random.chance(0.3) && { sessionKey: `session-${random.below(40)}` }),
  };
  const at = (field: string) => (random.chance(0.7) ? { [field]: randomInstant(random) } : {});
  const inputs = {
    revenues: () => ({
      amount: randomAmount(random),
      recordedAt: randomInstant(random),
      ...(random.chance(0.2) && { key: `invoice "${nonce}" \\` }),
      ...(random.chance(0.2) && { description: `{NULL},"${nonce}"\n\\ ü` }),
    }),
    outcomes: () => ({ value: randomAmount(random), ...at('generatedAt') }),
    goals: () => ({
      ...randomTypes(random, 'goals'),
      metadata: { nonce, list: [1, null, '"'] },
      ...at('achievedAt'),
    }),
    events: () => ({
      type: 'tool.call',
      name: nonce,
      ...(random.chance(0.8) && { cost: randomAmount(random) }),
      ...randomTypes(random, 'events'),
      inputTokens: random.below(100_000),
      ...(random.chance(0.5) && { isError: random.chance(0.2), durationMs: random.below(60_000) }),
      ...at('occurredAt'),
    }),
  };
  return { kind, input: { ...inputs[kind](), ...shared } };
}

/** The type of a goal or the tool of an event, some with a value; nothing for other kinds. */
export function randomTypes(random: Random, kind: FactKind): Record<string, string> {
  if (kind === 'goals') return { goalKey: random.pick(['signup', 'qualified', ...Object.keys(valuedGoals)]) };
  return kind === 'events' && random.chance(0.5)
    ? { toolKey: random.pick(['mail', ...Object.keys(valuedTools)]) }
    : {};
}

/** The same kind with other content, which must be refused under the key of the first. */
export function altered(fact: Fact): Fact {
  const field = { record: 'agentKey', correct: 'reason', refund: 'description' }[fact.verb ?? 'record'];
  return { ...fact, input: { ...fact.input, [field]: 'somebody-else' } };
}

/** A fact that validation refuses. */
export function spoiled(random: Random, fact: Fact): Fact {
  const field = amountFields[fact.kind] ?? 'metadata';
  if (fact.verb === 'correct') {
    const flaws = [{ reason: '' }, { action: 'delete' }, { expectedVersion: 0 }, { unknownField: true }];
    return { ...fact, input: { ...fact.input, ...random.pick<Record<string, unknown>>(flaws) } };
  }
  const flaw = random.pick<Record<string, unknown>>([
    { [field]: 'NaN' },
    { [field]: 1.5 },
    { agentKey: '' },
    { customerKey: 'x'.repeat(256) },
    { sessionKey: 'a\0b' },
    { unknownField: true },
  ]);
  return { ...fact, input: { ...fact.input, ...flaw } };
}

export function randomAmount(random: Random): string {
  const whole = random.below(10 ** (1 + random.below(9)));
  const decimals = random.below(10);
  const fraction = decimals && `.${String(random.below(10 ** decimals)).padStart(decimals, '0')}`;
  const sign = random.chance(0.1) ? '-' : '';
  return `${sign}${whole}${fraction || ''}`;
}

/** Mostly in this month; some late ones. */
function randomInstant(random: Random): string {
  const days = random.chance(0.8) ? 30 : 3_000;
  return new Date(Date.UTC(2026, 5, 30) - random.below(days * 86_400_000)).toISOString();
}
