import { goalTypes as types } from '../catalogue/goal-types.ts';
import { sessions } from '../catalogue/sessions/sessions.ts';
import { columnOfDimension } from '../kinds/record-dimensions.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import type { Question } from './choose-source.ts';
import type { Parameters } from './parameters.ts';
import { absentSql, bucketing, keyColumns, recordKeys } from './row-keys.ts';
import { recordConditions } from './slice-conditions.ts';

/** SQL of rows (b, k0, k1, …) of records that have the last dimension of the path. Rows may repeat. */
export function memberRows(
  { edges, path, where }: Question,
  kinds: readonly RecordKind[],
  parameters: Parameters,
): string {
  const inWindow = within(edges, parameters);
  const bucketOf = bucketing(edges.slice(0, -1), parameters);
  const selects = kinds.flatMap((kind) => {
    const conditions = recordConditions(kind, where, parameters);
    const member = path.at(-1)?.dimension.recordSql(kind, '');
    if (!conditions || !member) return [];
    const { keys, joins } = recordKeys(kind, path, parameters);
    const time = `r.${kind.time.column}`;
    const all = ['r.developer_id = $1', inWindow(time), `${member.sql} is not null`, ...conditions];
    return [
      `select ${[`${bucketOf(time)} as b`, ...keyColumns(keys)].join(', ')} from ${kind.table} r ${joins} where ${all.join(' and ')}`,
    ];
  });
  const none = path.map((ref, i) => `, ${absentSql(ref)} as k${i}`).join('');
  return [`select 0 as b${none} where false`, ...selects].join('\nunion all\n');
}

/** SQL of rows (k0, k1, …, session_id, goal_type_id, achieved_at). Skips goals without a session. */
export function goalRows(
  { edges, path, where, registry }: Question,
  goalTypes: string,
  parameters: Parameters,
): string {
  const kind = registry.of('goals');
  const time = `r.${kind.time.column}`;
  const typeId = `r.${columnOfDimension(kind, types.table)}`;
  const sessionId = `r.${columnOfDimension(kind, sessions.table)}`;
  const conditions = recordConditions(kind, where, parameters) ?? ['false'];
  const { keys, joins } = recordKeys(kind, path, parameters);
  const all = [
    'r.developer_id = $1',
    within(edges, parameters)(time),
    `${typeId} = any(${goalTypes})`,
    `${sessionId} is not null`,
    ...conditions,
  ];
  const columns = [
    ...keyColumns(keys),
    `${sessionId} as session_id`,
    `${typeId} as goal_type_id`,
    `${time} as achieved_at`,
  ];
  return `select ${columns.join(', ')} from ${kind.table} r ${joins} where ${all.join(' and ')}`;
}

function within(edges: readonly number[], parameters: Parameters): (time: string) => string {
  const [from, to] = [edges[0] as number, edges.at(-1) as number].map((edge) => parameters.instant(edge));
  return (time) => `${time} >= ${from} and ${time} < ${to}`;
}
