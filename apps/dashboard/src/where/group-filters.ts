import type { Filter, Split } from './filters.ts';

type Group = { key: string | null; isOther: boolean };

/**
 * A group of an answer as a condition on the records that it counts. `shown` are the groups beside it in the answer, which the group
 * of all others leaves out.
 */
export function groupFilters(split: Split, { key, isOther }: Group, shown: readonly Group[]): Filter[] {
  if (!isOther) {
    if (key === null) return [{ ...split, condition: 'missing', values: [] }];
    return [{ ...split, condition: 'in', values: [key] }];
  }
  const others = shown.filter((group) => !group.isOther);
  const keys = others.flatMap((group) => (group.key === null ? [] : [group.key]));
  return [
    ...(keys.length > 0 ? [{ ...split, condition: 'notIn' as const, values: keys }] : []),
    ...(others.some((group) => group.key === null)
      ? [{ ...split, condition: 'present' as const, values: [] }]
      : []),
  ];
}
