import { type Agent, agents, customers, goalTypes, tools } from './company.ts';
import type { DemoEntities, DemoSession } from './demo-record.ts';
import { Random } from './random.ts';
import { makeSession } from './session.ts';

const DAY = 86_400_000;
/** Time constant of the growth. */
const GROWTH_DAYS = 100;
/** Steps of low-discrepancy sequences, whose multiples modulo 1 are evenly distributed. */
const SPREAD = { luck: 0.618_033_988_7, time: 0.569_840_291 };

export type DemoDataOptions = {
  /** The same seed produces the same sessions. */
  seed: string;
  /** Sessions on a working day at the end; earlier days have fewer. */
  sessions: number;
  /** Number of days up to `until`. */
  days: number;
  /** Later sessions are omitted. */
  until: Date;
};

/** In the order of their creation. */
export function demoEntities(): DemoEntities {
  return {
    goalTypes: goalTypes.map(({ key, name, value }) => ({ key, name, value })),
    tools: tools.map(({ key, name, value }) => ({ key, name, value })),
    agents: agents.map(({ key, name, description }) => ({ key, name, description })),
    customers: customers.map(({ key, name, metadata }) => ({ key, name, metadata })),
  };
}

/** Oldest first. Each session depends only on seed, day, agent and number, so that a later run repeats earlier sessions. */
export function* demoSessions(options: DemoDataOptions): Generator<DemoSession> {
  for (const day of daysOf(options)) {
    const made = agents.flatMap((agent) => sessionsOf(agent, day, options));
    made.sort((a, b) => a.start.getTime() - b.start.getTime());
    yield* made.filter(({ end }) => end <= options.until);
  }
}

/** Includes later sessions of the last day, which {@link demoSessions} omits. */
export function countSessions(options: DemoDataOptions): number {
  const counts = [...daysOf(options)].flatMap((day) =>
    agents.map((agent) => drawDay(agent, day, options).count),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The content depends on seed and number, the key also on the start. */
export function demoSessionAt(
  start: Date,
  { seed, number, speed }: { seed: string; number: number; speed: number },
): DemoSession {
  const key = `${seed}-${start.getTime().toString(36)}-${number}`;
  const random = new Random(`${seed}:${number}`);
  return makeSession({ agent: random.pick(agents), luck: random.next(), random, key, start, speed });
}

/** `day` counts from 1970, `age` backwards from the last day. */
type Day = { day: number; age: number };

function* daysOf({ days, until }: DemoDataOptions): Generator<Day> {
  const lastDay = Math.floor(until.getTime() / DAY);
  for (let age = days - 1; age >= 0; age--) yield { day: lastDay - age, age };
}

function sessionsOf(agent: Agent, day: Day, options: DemoDataOptions): DemoSession[] {
  const date = new Date(day.day * DAY).toISOString().slice(0, 10);
  const { count, first } = drawDay(agent, day, options);
  return Array.from({ length: count }, (_, number) => {
    const key = `${options.seed}-${date}-${agent.key}-${number}`;
    // Evenly distributed, because random sales would hide the growth of a day.
    const luck = (first.luck + number * SPREAD.luck) % 1;
    const time = (first.time + number * SPREAD.time) % 1;
    const start = new Date(day.day * DAY + secondOfDay(time) * 1_000);
    return makeSession({ agent, luck, random: new Random(key), key, start, speed: 1 });
  });
}

function drawDay(agent: Agent, { day, age }: Day, { seed, sessions }: DemoDataOptions) {
  const random = new Random(`${seed}:${day}:${agent.key}`);
  const part = agent.weight / totalWeight;
  const growth = agent.pastShare + (1 - agent.pastShare) * Math.exp(-age / GROWTH_DAYS);
  const noise = 0.95 + 0.1 * random.next();
  const expected = sessions * part * growth * weekdayOf(day) * noise;
  return { count: Math.floor(expected + random.next()), first: { luck: random.next(), time: random.next() } };
}

const totalWeight = agents.reduce((sum, { weight }) => sum + weight, 0);

function weekdayOf(day: number): number {
  // 1 January 1970 was a Thursday.
  return [1, 1.05, 1.06, 1.03, 0.98, 0.86, 0.84][(day + 3) % 7] ?? 1;
}

/** Maps a uniform number to a time of day (UTC) with twice the average density by day and half of it by night. */
function secondOfDay(time: number): number {
  const distance = time - 0.5;
  const hour = (13 + 12 * distance + 48 * distance ** 3 + 24) % 24;
  return Math.floor(hour * 3_600);
}
