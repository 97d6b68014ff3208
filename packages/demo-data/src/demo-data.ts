import { type Agent, agents, customers, goalTypes, tools } from './company.ts';
import { Random } from './random.ts';
import type { DemoSession, DemoEntities } from './records.ts';
import { makeSession } from './session.ts';

const DAY = 86_400_000;
/** Days in which most of the difference between an agent's past and its present arises. */
const GROWTH_DAYS = 100;
/** Steps of low-discrepancy sequences: their multiples, modulo 1, are spread evenly, however many there are. */
const SPREAD = { luck: 0.618_033_988_7, time: 0.569_840_291 };

export type DemoDataOptions = {
  /** The same seed makes the same sessions. */
  seed: string;
  /** Sessions of an ordinary working day at the end; days before have fewer, as the company grows. */
  sessions: number;
  /** The number of days, the last one that of `until`. */
  days: number;
  /** Sessions that end later are left out. */
  until: Date;
};

/** The agents, customers, goal types and tools that sessions name. */
export function demoEntities(): DemoEntities {
  return {
    agents: agents.map(({ key, name, description }) => ({ key, name, description })),
    customers: customers.map(({ key, name, metadata }) => ({ key, name, metadata })),
    goalTypes: goalTypes.map(({ key, name, value }) => ({ key, name, value })),
    tools: tools.map(({ key, name, value }) => ({ key, name, value })),
  };
}

/**
 * The sessions of some days, oldest first. A session follows from the seed, its day, its agent and its number alone, so
 * that data made later is the same. More days and more sessions a day add sessions; a later end adds none to earlier days.
 */
export function* demoSessions(options: DemoDataOptions): Generator<DemoSession> {
  for (const day of daysOf(options)) {
    const made = agents.flatMap((agent) => sessionsOf(agent, day, options));
    made.sort((a, b) => a.start.getTime() - b.start.getTime());
    yield* made.filter(({ end }) => end <= options.until);
  }
}

/** How many sessions {@link demoSessions} makes, with those still to come on the last day. */
export function countSessions(options: DemoDataOptions): number {
  const counts = [...daysOf(options)].flatMap((day) =>
    agents.map((agent) => drawDay(agent, day, options).count),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** A session that happens now. Its content follows from the seed and its number, and its key also from its start. */
export function demoSessionAt(
  start: Date,
  { seed, number, speed }: { seed: string; number: number; speed: number },
): DemoSession {
  const key = `${seed}-${start.getTime().toString(36)}-${number}`;
  const random = new Random(`${seed}:${number}`);
  return makeSession({ agent: random.pick(agents), luck: random.next(), random, key, start, speed });
}

/** A day since 1970, and how many days before the last one it is. */
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
    // Spread evenly: a few sales decide a day, and chance alone would hide the growth.
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

/** The second of a day, of an even number from 0 to 1: twice as many by day (UTC) as on average, half as many by night. */
function secondOfDay(time: number): number {
  const distance = time - 0.5;
  const hour = (13 + 12 * distance + 48 * distance ** 3 + 24) % 24;
  return Math.floor(hour * 3_600);
}
