import type { Operation } from './define.ts';

/** The group of an operation is the first part of its name: `goalTypes` for `goalTypes.list`. */
export function groupOf({ name }: Pick<Operation, 'name'>): string {
  return name.split('.')[0] ?? name;
}

/** The name of the type that a group is about: `GoalType` for `goalTypes`. */
export function typeNameOf(operation: Pick<Operation, 'name'>): string {
  const singular = groupOf(operation).replace(/s$/, '');
  return singular.charAt(0).toUpperCase() + singular.slice(1);
}
