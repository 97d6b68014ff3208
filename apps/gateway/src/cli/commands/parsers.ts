import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';

export const DAY = 86_400_000;

/** Applies the same validation as the API. */
export function parserOf<T>(schema: z.ZodType<T>): (text: string) => T {
  return (text) => {
    const { success, data, error } = schema.safeParse(text);
    if (success) return data;
    throw new InvalidArgumentError(`It ${error.issues[0]?.message}.`);
  };
}

export function parseDay(text: string): Date {
  const day = new Date(`${text}T00:00:00.000Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) throw new InvalidArgumentError('It must be a day such as 2026-01-31.');
  // JavaScript parses February 31 as March 3.
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text))
    throw new InvalidArgumentError('This day does not exist in the calendar.');
  if (day.getTime() < 0) throw new InvalidArgumentError('The year must be from 1970 to 9999.');
  return day;
}
