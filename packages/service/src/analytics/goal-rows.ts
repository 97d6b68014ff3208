import { goalTypes as types } from '../catalogue/goal-types.ts';
import { sessions } from '../catalogue/sessions/sessions.ts';
import { columnOfDimension } from '../kinds/record-dimensions.ts';
import type { Question } from './choose-source.ts';
import type { Parameters } from './parameters.ts';
import { keyColumns, recordKeys, windowing } from './row-keys.ts';
import { recordConditions } from './slice-conditions.ts';

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
    windowing(edges, parameters)(time),
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
