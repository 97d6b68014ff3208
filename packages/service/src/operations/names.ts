import type { Operation } from './define.ts';

/** `goalTypes` for `goalTypes.list`. */
export function groupOf({ name }: Pick<Operation, 'name'>): string {
  return name.split('.')[0] ?? name;
}

/** `GoalType` for `goalTypes`. */
export function typeNameOf(operation: Pick<Operation, 'name'>): string {
  const singular = groupOf(operation).replace(/s$/, '');
  return singular.charAt(0).toUpperCase() + singular.slice(1);
}
