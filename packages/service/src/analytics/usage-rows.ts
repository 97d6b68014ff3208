import type { Question } from './choose-source.ts';
import type { Parameters } from './parameters.ts';
import { bucketing, recordKeySql } from './row-keys.ts';
import { recordConditions } from './slice-conditions.ts';
import { indexedConditionSql, USAGE_KIND, usageCode, usageSumSql } from './usage-columns.ts';

/** SQL of rows (b, k0, k1, …, fact, total, count) with the sums of usage, whose count is 0. None if nothing asks for them. */
export function usageRows(
  { edges, path, where, registry, usage }: Question,
  parameters: Parameters,
): string[] {
  if (usage.length === 0) return [];
  const kind = registry.of(USAGE_KIND);
  const conditions = recordConditions(kind, where, parameters);
  if (!conditions) return [];
  const time = `r.${kind.time.column}`;
  const bucketOf = bucketing(edges.slice(0, -1), parameters);
  const keys = path.map((ref, i) => `${recordKeySql(kind, ref, parameters)} as k${i}`);
  const sums = usage.map((name) => `coalesce(${usageSumSql(name)}, 0)::numeric as ${name}`);
  const indexed = indexedConditionSql(usage);
  const all = [
    'r.developer_id = $1',
    `${time} >= ${parameters.instant(edges[0] as number)}`,
    `${time} < ${parameters.instant(edges.at(-1) as number)}`,
    ...(indexed === undefined ? [] : [indexed]),
    ...conditions,
  ];
  const grouping = Array.from({ length: keys.length + 1 }, (_, i) => i + 1).join(', ');
  const shown = path.map((_, i) => `y.k${i}, `).join('');
  const facts = usage.map((name) => `(${usageCode(name)}::smallint, y.${name})`);
  return [
    `select y.b, ${shown}f.fact, f.total, 0::numeric as count
    from (select ${[`${bucketOf(time)} as b`, ...keys, ...sums].join(', ')}
      from ${kind.table} r where ${all.join(' and ')} group by ${grouping}) y
    cross join lateral (values ${facts.join(', ')}) f(fact, total)`,
  ];
}
