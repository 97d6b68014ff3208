import { type CallContext, OutturnError } from '@outturn/service';
import type { GraphqlContext } from '../builder.ts';

/** Values of a response that graphql-js completes in about half a second. */
const MAX_VALUES = 500_000;

/**
 * Values so far, by the call of the request. A report that runs further documents shares the call, and so the limit.
 */
const counted = new WeakMap<CallContext, number>();

/**
 * Counts the values of what a resolver has read, and throws `Invalid Request` once the response of this request has
 * more than the limit.
 *
 * Limits on the document are not enough: records that were read once may appear any number of times, because
 * relations can lead back and forth between the same ones. `{ customers { agents { customers { … } } } }` repeats
 * values without reading anything again (decision 004).
 */
export function checkAnswerSize({ call }: GraphqlContext, answer: unknown): void {
  const values = (counted.get(call) ?? 0) + countValues(answer);
  counted.set(call, values);
  if (values <= MAX_VALUES) return;
  throw new OutturnError('Invalid Request', {
    message: `The answer has more than ${MAX_VALUES} values. Ask for fewer records, measures or groups, longer steps or a shorter window.`,
  });
}

/**
 * The same for a field that may be asked once for each item of a list, where thousands of fields would fail with the
 * same error. Throws for the first one beyond the limit, and returns false for all later ones, which then answer
 * null.
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
