import { type Agent, customers, type Sale, tools } from './company.ts';
import type { DemoRecord, DemoSession } from './demo-record.ts';
import { fromMicros } from './money.ts';
import type { Random } from './random.ts';

type SessionPlan = {
  agent: Agent;
  /** In [0, 1). Lower values complete more steps. */
  luck: number;
  /** Source of the remaining content. */
  random: Random;
  key: string;
  start: Date;
  /** Factor by which time passes faster. */
  speed: number;
};

export function makeSession({ agent, luck: drawn, random, key, start, speed }: SessionPlan): DemoSession {
  const customer = random.pick(customers);
  // Beyond the chance of every step.
  const luck = customer.buys ? drawn : 1;
  const about = { agentKey: agent.key, customerKey: customer.key, sessionKey: key };
  const session = new Session(about, { start, speed });
  const channel = random.pick(channels).key;

  session.event({ type: 'session.start', metadata: { channel } });
  if (agent.extra?.when === 'start') session.event(extraCost(random, agent.extra));
  const turns = random.between(agent.turns.least, agent.turns.most);
  for (let turn = 0; turn < turns; turn++) {
    session.wait(random.between(4, 40));
    session.event(llmCall(random, agent));
    if (random.chance(0.55)) session.event(toolCall(pickTool(random, agent)));
  }
  let chance = 1;
  for (const { goalKey, sale, ...step } of agent.steps) {
    chance *= step.chance;
    if (luck >= chance) break;
    session.wait(random.between(1, 20));
    const goal = session.goal({ goalKey, metadata: { channel } });
    if (!sale || luck >= chance * sale.chance) continue;
    const event = sale.toolKey === undefined ? undefined : session.event(toolCall(toolOf(sale.toolKey)));
    session.sale({ amount: priceOf(random, sale), source: sale.source }, { goal, event });
  }
  const isFailure = luck >= (agent.steps[0]?.chance ?? 0);
  if (isFailure && agent.extra?.when === 'failure') session.event(extraCost(random, agent.extra));
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
type RecordOf<Kind> = Extract<DemoRecord, { kind: Kind }>;
type Input<Kind> = Omit<RecordOf<Kind>['input'], keyof About>;

/** Builds a session with its own clock. */
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

  event(event: Omit<Input<'events'>, 'occurredAt'>): RecordOf<'events'> {
    return this.#add({
      ...this.#next,
      kind: 'events',
      input: { ...event, ...this.#about, occurredAt: this.#now },
    });
  }

  goal(goal: Omit<Input<'goals'>, 'achievedAt'>): RecordOf<'goals'> {
    return this.#add({
      ...this.#next,
      kind: 'goals',
      input: { ...goal, ...this.#about, achievedAt: this.#now },
    });
  }

  sale(
    sale: Omit<Input<'revenues'>, 'recordedAt'>,
    cause: Pick<RecordOf<'revenues'>, 'goal' | 'event'>,
  ): void {
    const input = { ...sale, ...this.#about, recordedAt: this.#now };
    this.#add({ ...this.#next, ...cause, kind: 'revenues', input });
  }

  get #now(): string {
    return this.made.end.toISOString();
  }

  get #next() {
    return { idempotencyKey: `${this.made.key}:${this.made.records.length}` };
  }

  #add<Made extends DemoRecord>(record: Made): Made {
    this.made.records.push(record);
    return record;
  }
}

function llmCall(random: Random, { model, context }: Agent) {
  const inputTokens = random.between(context * 400, context * 1_600);
  const outputTokens = random.between(80, 900);
  // Dollars per million tokens equal millionths of a dollar per token.
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

type Tool = (typeof tools)[number];

function pickTool(random: Random, agent: Agent): Tool {
  return random.pick(agent.tools.map((key, i) => ({ ...toolOf(key), weight: agent.tools.length - i })));
}

function toolOf(key: string): Tool {
  const tool = tools.find((each) => each.key === key);
  if (!tool) throw new Error(`no tool ${key}`);
  return tool;
}

function toolCall({ key, cost }: Tool) {
  return { type: 'tool.call', name: key, toolKey: key, cost };
}

function extraCost(random: Random, { type, name, least, most }: NonNullable<Agent['extra']>) {
  const cents = Math.round(100 * (least + (most - least) * random.next()));
  return { type, name, cost: fromMicros(cents * 10_000) };
}

/** Lower prices are more frequent. Prices are whole dollars less a cent. */
function priceOf(random: Random, { least, most }: Sale): string {
  const dollars = Math.round(least + (most - least) * random.next() ** 2);
  return fromMicros(dollars * 1_000_000 - 10_000);
}
