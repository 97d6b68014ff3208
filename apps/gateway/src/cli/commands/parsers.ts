// Parsers of command-line options.
import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';

export const DAY = 86_400_000;

/** Refuses what the service refuses behind every other door, and names the option. */
export function parserOf<T>(schema: z.ZodType<T>): (text: string) => T {
  return (text) => {
    const { success, data, error } = schema.safeParse(text);
    if (success) return data;
    throw new InvalidArgumentError(`It ${error.issues[0]?.message}.`);
  };
}

/** A day in UTC. */
export function parseDay(text: string): Date {
  const day = new Date(`${text}T00:00:00.000Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) throw new InvalidArgumentError('Not a day such as 2026-01-31.');
  // February 31 would be March 3.
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text))
    throw new InvalidArgumentError('There is no such day in the calendar.');
  if (day.getTime() < 0) throw new InvalidArgumentError('It must lie in the years 1970 to 9999.');
  return day;
}
