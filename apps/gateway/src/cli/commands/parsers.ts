import { availableParallelism } from 'node:os';
import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';

export const DAY = 86_400_000;
const MAX_WORKERS = 256;

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

export function parseWorkerCount(text: string): number {
  if (text === 'auto') return Math.min(availableParallelism(), MAX_WORKERS);
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MAX_WORKERS) return count;
  throw new InvalidArgumentError(`It must be a number from 1 to ${MAX_WORKERS}, or auto for one per core.`);
}
