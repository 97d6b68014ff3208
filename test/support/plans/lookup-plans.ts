import type { Database } from '@outturn/service';
import { escapeLiteral } from 'pg';
import type { SentStatement } from './capture-statements.ts';

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Function Name'?: string;
  Plans?: Plan[];
};

/** Questions run with these settings. */
const ofQuestions = 'set local random_page_cost = 1.1; set local parallel_setup_cost = 4000';
const modes = ['force_custom_plan', 'force_generic_plan'] as const;

/** The look-ups of a statement that have no index of their own, as planned with its values and without them. */
export async function wrongLookups(
  { pool }: Database,
  { text, values }: SentStatement,
): Promise<{ wrong: string[]; lookups: number }> {
  const client = await pool.connect();
  const wrong: string[] = [];
  let lookups = 0;
  try {
    for (const mode of modes) {
      const settings = text.startsWith('with') ? ofQuestions : 'select';
      await client.query(`begin; set local plan_cache_mode = ${mode}; ${settings}`);
      await client.query(`prepare lookups as ${text}`);
      const given = values.length > 0 ? `(${values.map(toLiteral).join(', ')})` : '';
      const { rows } = await client.query(`explain (format json) execute lookups${given}`);
      await client.query('rollback; deallocate lookups');
      for (const node of nodesOf(rows[0]['QUERY PLAN'][0].Plan)) {
        lookups++;
        const problem = problemOf(node);
        if (problem) wrong.push(`${mode}: ${problem}`);
      }
    }
  } finally {
    // The session of a statement that failed still has it.
    client.release(true);
  }
  return { wrong, lookups };
}

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  const text = Array.isArray(value)
    ? `{${value.map((one) => JSON.stringify(one)).join(',')}}`
    : String(value);
  return escapeLiteral(text);
}

/** Look-ups alone name their table `t`, or as MikroORM does. */
function nodesOf(plan: Plan): Plan[] {
  const isLookup = plan['Relation Name'] !== undefined && /^(t(_\d+)?|\w0)$/.test(plan.Alias ?? '');
  return [...(isLookup ? [plan] : []), ...(plan.Plans ?? []).flatMap(nodesOf)];
}

function problemOf(node: Plan): string | undefined {
  const table = node['Relation Name'];
  const right = [`${table}_pkey`, `${table}_key_unique`];
  const index = node['Index Name'] ?? '';
  // Both bounds of the id or key are conditions of the index, beside the developer.
  const condition = node['Index Cond'] ?? '';
  const column = index === `${table}_pkey` ? 'id' : 'key';
  const isBound = condition.includes(`(${column} >= `) && condition.includes(`(${column} <= `);
  if (right.includes(index) && isBound) return undefined;
  return `${node['Node Type']} of ${table} by ${index || 'no index'}: ${condition}`;
}
