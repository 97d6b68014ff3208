import { type CallContext, OutturnError } from '@outturn/service';
import type { GraphqlContext } from '../builder.ts';

/** Half a second's work for graphql-js. */
const MAX_VALUES = 500_000;

/** By the call of the request, which its reports share. */
const counted = new WeakMap<CallContext, number>();

/** Counts values of the response. Throws `Invalid Request` past the limit. */
export function checkAnswerSize({ call }: GraphqlContext, answer: unknown): void {
  const values = (counted.get(call) ?? 0) + countValues(answer);
  counted.set(call, values);
  if (values <= MAX_VALUES) return;
  throw new OutturnError('Invalid Request', {
    message: `The answer has more than ${MAX_VALUES} values. Ask for fewer records, measures or groups, longer steps or a shorter window.`,
  });
}

/** For lists, where thousands of fields would fail alike: throws for the first that does not fit, then returns false. */
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
