import { expect, test } from 'vitest';
import { rowById, rowByKey } from '../lookup-sql.ts';
import { citus } from './citus.ts';

test('look-ups on Citus name the parameter itself, by which their node is found', () => {
  const sql = `select (${rowById('agents', 'r.agent_id', 't.key')}), (${rowByKey('tools', '$2', 't.id')})`;
  const rewritten = citus.rewrite?.(sql) ?? sql;
  expect(rewritten.match(/developer_id = \$1::uuid/g)).toHaveLength(2);
  expect(rewritten).not.toContain('(select $1');
});
