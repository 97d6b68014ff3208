import { z } from 'zod';
import { databaseTime } from '../base/clock.ts';
import { hint } from './error-message.ts';
import { scalars } from './scalars-and-samples.ts';

const MIN_TIME = Date.UTC(1970, 0, 1);
const FIRST_CANONICAL = '1970-01-01T00:00:00.000Z';
const MAX_TIME = Date.UTC(10000, 0, 1) - 1;
const hintText =
  'must be an ISO 8601 timestamp with a time zone, written like "2024-01-15T10:30:00Z" or "2024-01-15T16:15:00+05:45"';
/** Servers decode a `+` in a query string as a space. */
const spaceForPlus = /^\d{4}-\d\d-\d\dT[\d:.]+ \d\d(:?\d\d)?$/;

/** Takes any zone and returns UTC with milliseconds. */
export const Instant = z.iso
  .datetime({ offset: true, ...hint(explain) })
  .transform((value, context) => {
    // Most input is canonical, which sorts as text. Parsing costs as much as all other validation.
    const isCanonical = value.length === 24 && value.endsWith('Z');
    if (isCanonical && value >= FIRST_CANONICAL) return value;
    const time = Date.parse(value);
    if (time >= MIN_TIME && time <= MAX_TIME) return new Date(time).toISOString();
    context.addIssue({ code: 'custom', message: 'must lie in the years 1970 to 9999' });
    return z.NEVER;
  })
  .meta({ description: 'ISO 8601 timestamp with a time zone.', example: '2024-01-15T10:30:00.000Z' })
  .register(scalars, { scalar: 'DateTime' });

const DAY = 86_400_000;
/** The latest time that was accepted so far. Time moves on, so earlier ones need no look at the clock. */
let latestAccepted = '';

/**
 * Time of a record, which may lie a day after the clock of the database: clocks differ, and local times are sent as UTC. A later
 * one is a mistake that no later request could correct, because records never change (decision 023).
 */
export const RecordTime = Instant.refine(
  (instant) => {
    // A canonical instant sorts as text, which costs less than reading the clock.
    if (instant <= latestAccepted) return true;
    latestAccepted = new Date(databaseTime() + DAY).toISOString();
    return instant <= latestAccepted;
  },
  {
    error: ({ input }) =>
      `must not be more than a day in the future: ${input} was sent, and the server's time is ${new Date(databaseTime()).toISOString()}`,
  },
);

export const InstantOut = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'ISO 8601 timestamp in UTC.', example: '2024-01-15T10:30:00.000Z' })
  .register(scalars, { scalar: 'DateTime' });

/** Such as 2024-02-30, of a text that is a timestamp in all else. */
const timestamp = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/** Undefined if the day exists. */
export function noSuchDay(day: string): string | undefined {
  const time = Date.parse(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
  return exists ? undefined : `names no such day: there is no ${day}`;
}

function explain(input: unknown): string {
  const [, day] = (typeof input === 'string' && timestamp.exec(input)) || [];
  const missing = day === undefined ? undefined : noSuchDay(day);
  if (missing) return missing;
  const hasLostPlus = typeof input === 'string' && spaceForPlus.test(input);
  return hasLostPlus ? `${hintText}; in a URL, a + is written as %2B` : hintText;
}
