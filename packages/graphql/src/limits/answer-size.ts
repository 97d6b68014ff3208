import { OutturnError } from '@outturn/service';
import type { GraphqlContext } from '../builder.ts';

/** How many values the analytics and nested records of one request may have: half a second's work for graphql-js. */
export const MAX_VALUES = 500_000;

const counted = new WeakMap<GraphqlContext, number>();

/** Refuses an answer that would make the whole response too large. Throws `Invalid Request`. */
export function checkAnswerSize(context: GraphqlContext, answer: object): void {
  const values = (counted.get(context) ?? 0) + countValues(answer);
  counted.set(context, values);
  if (values <= MAX_VALUES) return;
  throw new OutturnError('Invalid Request', {
    message: `The answer has more than ${MAX_VALUES} values. Ask for fewer records, measures or groups, longer steps or a shorter window.`,
  });
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 0;
  for (const name in value) count += countValues(value[name as keyof typeof value]);
  return count;
}
