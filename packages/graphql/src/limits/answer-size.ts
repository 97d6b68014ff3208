import { type CallContext, OutturnError } from '@outturn/service';
import type { GraphqlContext } from '../builder.ts';

/** How many values the analytics and nested records of one request may have: half a second's work for graphql-js. */
const MAX_VALUES = 500_000;

/** By the call that made the request, which the reports that it runs share. */
const counted = new WeakMap<CallContext, number>();

/** Counts what becomes part of the response. Throws `Invalid Request` for what would make it too large. */
export function checkAnswerSize({ call }: GraphqlContext, answer: unknown): void {
  const values = (counted.get(call) ?? 0) + countValues(answer);
  counted.set(call, values);
  if (values <= MAX_VALUES) return;
  throw new OutturnError('Invalid Request', {
    message: `The answer has more than ${MAX_VALUES} values. Ask for fewer records, measures or groups, longer steps or a shorter window.`,
  });
}

/**
 * The same for what stands in lists, where thousands of fields would fail alike: the first that does not fit throws, and
 * there is no room for those after it.
 */
export function hasRoom(context: GraphqlContext, answer: unknown): boolean {
  if ((counted.get(context.call) ?? 0) > MAX_VALUES) return false;
  checkAnswerSize(context, answer);
  return true;
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 0;
  for (const name in value) count += countValues(value[name as keyof typeof value]);
  return count;
}
