import { type Agent, agents, customers, type Step, tools } from './cast.ts';
import { fromMicros } from './money.ts';
import { Random } from './random.ts';
import type { DemoRecord, DemoSession } from './records.ts';

export type SessionPlan = {
  /** All that happens follows from it. */
  seed: string;
  /** Tells this session from all others. */
  key: string;
  start: Date;
  /** How much faster than in life time passes. */
  speed: number;
};

/** Makes a session. */
export function makeSession({ seed, key, start, speed }: SessionPlan): DemoSession {
  const random = new Random(seed);
  const agent = random.pick(agents);
  const customer = random.pick(customers);
  const about = { agentKey: agent.key, customerKey: customer.key, sessionKey: key };
  const session = new Session(about, { start, speed });
  const channel = random.pick(channels).key;

  session.event({ type: 'session.start', metadata: { channel } });
  if (agent.extra?.when === 'start') session.event(extraCost(random, agent.extra));
  const turns = random.between(agent.turns.least, agent.turns.most);
  for (let turn = 0; turn < turns; turn++) {
    session.wait(random.between(4, 40));
    session.event(llmCall(random, agent));
    if (random.chance(0.55)) session.event(toolCall(random, agent));
  }
  for (const step of agent.steps) {
    if (!random.chance(step.chance)) {
      if (agent.extra?.when === 'failure') session.event(extraCost(random, agent.extra));
      break;
    }
    session.wait(random.between(1, 20));
    session.goal(step, channel);
    if (step.sale) session.sale(sold(random, step.sale), step.sale.source);
  }
  session.wait(random.between(1, 10));
  session.event({ type: 'session.end', metadata: { channel } });
  return session.made;
}

const channels = [
  { key: 'chat', weight: 6 },
  { key: 'email', weight: 3 },
  { key: 'voice', weight: 1 },
];

type About = { agentKey: string; customerKey: string; sessionKey: string };
type Input<Kind> = Omit<Extract<DemoRecord, { kind: Kind }>['input'], keyof About>;

/** A session while it is made: a clock, and the records so far. */
class Session {
  readonly made: DemoSession;
  readonly #about: About;
  readonly #speed: number;

  constructor(about: About, { start, speed }: { start: Date; speed: number }) {
    this.#about = about;
    this.#speed = speed;
    const { sessionKey: key, agentKey, customerKey } = about;
    this.made = { key, agentKey, customerKey, start, end: start, records: [] };
  }

  wait(seconds: number): void {
    this.made.end = new Date(this.made.end.getTime() + (seconds * 1_000) / this.#speed);
  }

  event(event: Omit<Input<'events'>, 'occurredAt'>): void {
    this.#add({ kind: 'events', input: { ...event, ...this.#about, occurredAt: this.#now } });
  }

  goal({ goalKey }: Step, channel: string): void {
    const input = { goalKey, metadata: { channel }, ...this.#about, achievedAt: this.#now };
    this.#add({ kind: 'goals', input });
  }

  sale(amount: string, source: string): void {
    this.#add({ kind: 'revenues', input: { amount, source, ...this.#about, recordedAt: this.#now } });
  }

  get #now(): string {
    return this.made.end.toISOString();
  }

  #add(record: Unnamed<DemoRecord>): void {
    const { records, key } = this.made;
    records.push({ ...record, idempotencyKey: `${key}:${records.length}` });
  }
}

/** Of each kind of record by itself. */
type Unnamed<T> = T extends unknown ? Omit<T, 'idempotencyKey'> : never;

function llmCall(random: Random, { model, context }: Agent) {
  const inputTokens = random.between(context * 400, context * 1_600);
  const outputTokens = random.between(80, 900);
  // Dollars per million tokens are millionths of a dollar per token.
  const micros = Math.round(inputTokens * model.input + outputTokens * model.output);
  const { model: name, provider } = model;
  return {
    type: 'llm.call',
    model: name,
    provider,
    inputTokens,
    outputTokens,
    cost: fromMicros(micros),
  };
}

function toolCall(random: Random, agent: Agent) {
  const own = tools.filter(({ key }) => agent.tools.includes(key));
  const { key: toolKey, cost } = random.pick(own.map((tool, i) => ({ ...tool, weight: own.length - i })));
  return { type: 'tool.call', name: toolKey, toolKey, cost };
}

function extraCost(random: Random, { type, name, least, most }: NonNullable<Agent['extra']>) {
  const cents = Math.round(100 * (least + (most - least) * random.next()));
  return { type, name, cost: fromMicros(cents * 10_000) };
}

/** Most buy little. Prices are whole dollars but for a cent. */
function sold(random: Random, { least, most }: { least: number; most: number }): string {
  const dollars = Math.round(least + (most - least) * random.next() ** 3);
  return fromMicros(dollars * 1_000_000 - 10_000);
}
