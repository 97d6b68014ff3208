import { agents, customers, goalTypes, tools } from './cast.ts';
import { Random } from './random.ts';
import type { DemoSession, DemoThings } from './records.ts';
import { makeSession } from './session.ts';

const DAY = 86_400_000;

export type DemoDataOptions = {
  /** Whatever has the same seed has the same sessions. */
  seed: string;
  /** Sessions of an ordinary working day. */
  sessions: number;
  /** How many days, the last one that of `until`. */
  days: number;
  /** What is later has not happened yet. */
  until: Date;
};

/** Who works, with whom, for what: before any session. */
export function demoThings(): DemoThings {
  return {
    agents: agents.map(({ key, name, description }) => ({ key, name, description })),
    customers: customers.map(({ key, name, metadata }) => ({ key, name, metadata })),
    goalTypes: goalTypes.map(({ key, name, value }) => ({ key, name, value })),
    tools: tools.map(({ key, name, value }) => ({ key, name, value })),
  };
}

/**
 * The sessions of some days, oldest first. A session follows from the seed, its day and its number in the day alone: a
 * longer time, a later end or more sessions a day add to what there is, and change none of it.
 */
export function* demoSessions({ seed, sessions, days, until }: DemoDataOptions): Generator<DemoSession> {
  const lastDay = Math.floor(until.getTime() / DAY);
  for (let day = lastDay - days + 1; day <= lastDay; day++) {
    const date = new Date(day * DAY).toISOString().slice(0, 10);
    const count = Math.round(sessions * rhythmOf(seed, day));
    const made = Array.from({ length: count }, (_, i) => makeDemoSession(seed, date, i));
    made.sort((a, b) => a.start.getTime() - b.start.getTime());
    yield* made.filter(({ end }) => end <= until);
  }
}

/** How many sessions {@link demoSessions} makes of this, and what is still to come on the last day. */
export function countSessions({ seed, sessions, days, until }: DemoDataOptions): number {
  const lastDay = Math.floor(until.getTime() / DAY);
  let count = 0;
  for (let day = lastDay - days + 1; day <= lastDay; day++)
    count += Math.round(sessions * rhythmOf(seed, day));
  return count;
}

/** A session that happens now: what happens follows from the seed and its number, and its key from its start, too. */
export function demoSessionAt(
  start: Date,
  { seed, number, speed }: { seed: string; number: number; speed: number },
): DemoSession {
  const key = `${seed}-${start.getTime().toString(36)}-${number}`;
  return makeSession({ seed: `${seed}:${number}`, key, start, speed });
}

function makeDemoSession(seed: string, date: string, number: number): DemoSession {
  const key = `${seed}-${date}-${number}`;
  // A number of its own: when a session begins says nothing of what it is like.
  const second = secondOfDay(new Random(`${key}:start`));
  return makeSession({ seed: key, key, start: new Date(Date.parse(date) + second * 1_000), speed: 1 });
}

/** A working week, the seasons of a year, and days that are better and worse. */
function rhythmOf(seed: string, day: number): number {
  // 1 January 1970 was a Thursday.
  const weekday = (day + 3) % 7;
  const week = [1, 1.08, 1.1, 1.04, 0.92, 0.38, 0.3][weekday] ?? 1;
  const season = 1 + 0.25 * Math.sin((2 * Math.PI * (day - 200)) / 365);
  return week * season * (0.88 + 0.24 * new Random(`${seed}:${day}`).next());
}

/** Mostly by day: the sum of three is nearly the curve of a bell. */
function secondOfDay(random: Random): number {
  const hours = 7 + ((random.next() + random.next() + random.next()) / 3) * 14;
  return Math.floor(hours * 3_600);
}
