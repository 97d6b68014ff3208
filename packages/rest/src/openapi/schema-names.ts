import type { Route } from '../route.ts';
import { groupOf } from './tags.ts';

/** What one thing of a route's group is called: `Revenue`, `GoalType`. */
export function nounOf(route: Route): string {
  const singular = groupOf(route).replace(/s$/, '');
  return singular.charAt(0).toUpperCase() + singular.slice(1);
}

/** The name of the schema of a route's body, such as `RecordRevenueInput`; of one item where the body is a batch. */
export function bodyName(route: Route): string {
  const noun = nounOf(route);
  if (route.operation.kind === 'record-batch') return `Record${noun}BatchItem`;
  const verb = route.operation.name.split('.')[1] ?? '';
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)}${noun}Input`;
}

/** The name of the schema of a route's answer, such as `Revenue`; of one item where the answer is a list. */
export function answerName(route: Route): string {
  return route.operation.kind === 'record-batch' ? `${nounOf(route)}BatchResult` : nounOf(route);
}
