import type { Database } from '@outturn/service';
import { escapeLiteral } from 'pg';
import { planning } from '../../../packages/service/src/database/in-transaction.ts';
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

/** The nodes that read tables, as a statement is planned with its values and without them. */
async function readsOf({ pool }: Database, statement: SentStatement): Promise<[mode: string, node: Plan][]> {
  const { text, values } = statement;
  const client = await pool.connect();
  const reads: [string, Plan][] = [];
  let hasFailed = true;
  try {
    for (const mode of modes) {
      const settings = settingsOf(statement);
      await client.query(`begin; set local plan_cache_mode = ${mode}; ${settings}`);
      await client.query(`prepare lookups as ${text}`);
      const given = values.length > 0 ? `(${values.map(toLiteral).join(', ')})` : '';
      const { rows } = await client.query(`explain (format json) execute lookups${given}`);
      await client.query('rollback; deallocate lookups');
      reads.push(...readsIn(rows[0]['QUERY PLAN'][0].Plan).map((node): [string, Plan] => [mode, node]));
    }
    hasFailed = false;
  } finally {
    // The session of a statement that failed still has it.
    client.release(hasFailed);
  }
  return reads;
}

/** The indexes that a statement reads a table by, `none` for a scan of the whole table. */
export async function indexesOf(
  database: Database,
  statement: SentStatement,
  table: string,
): Promise<string[]> {
  const reads = (await readsOf(database, statement)).map(([, node]) => node);
  const indexes = reads.filter((node) => node['Relation Name'] === table).flatMap(indexesIn);
  return [...new Set(indexes)];
}

/** A bitmap names its indexes in the nodes below it. */
function indexesIn(node: Plan): string[] {
  const below = node['Node Type'] === 'Bitmap Heap Scan' ? (node.Plans ?? []).flatMap(indexesIn) : [];
  return below.length > 0 ? below : [node['Index Name'] ?? 'none'];
}

/** The look-ups of a statement that have no index of their own, as planned with its values and without them. */
export async function wrongLookups(
  database: Database,
  statement: SentStatement,
): Promise<{ wrong: string[]; lookups: number }> {
  const { rows: tables } = await database.pool.query('select relname from pg_class where reltuples > 1000');
  const filled = new Set(tables.map(({ relname }) => relname));
  const lookups = (await readsOf(database, statement)).filter(([, node]) => isLookup(node));
  const wrong = lookups.flatMap(([mode, node]) => {
    const problem = problemOf(node, filled);
    return problem ? [`${mode}: ${problem}`] : [];
  });
  return { wrong, lookups: lookups.length };
}

function settingsOf({ name, text }: Pick<SentStatement, 'name' | 'text'>): string {
  if (/^with (?!given)/.test(text)) return ofQuestions;
  // Statements of transactions have no names.
  return name === '' && !text.startsWith('select "') ? planning : 'select';
}

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Buffer.isBuffer(value)) return escapeLiteral(`{${uuidsOf(value).join(',')}}`);
  const text = Array.isArray(value)
    ? `{${value.map((one) => JSON.stringify(one)).join(',')}}`
    : String(value);
  return escapeLiteral(text);
}

/** Those of an array in PostgreSQL's binary format: twenty bytes, then for each its length, 16 or (null) -1, and its bytes. */
function uuidsOf(array: Buffer): string[] {
  const uuids: string[] = [];
  for (let at = 20; at < array.length; ) {
    const length = Math.max(array.readInt32BE(at), 0);
    uuids.push(length ? array.toString('hex', at + 4, at + 4 + length) : 'null');
    at += 4 + length;
  }
  return uuids;
}

function readsIn(plan: Plan): Plan[] {
  const isRead = plan['Relation Name'] !== undefined && plan['Node Type'] !== 'ModifyTable';
  return [...(isRead ? [plan] : []), ...(plan.Plans ?? []).flatMap(readsIn)];
}

/** Look-ups alone name their table `t`, or as MikroORM does, and rows that are changed `u`. */
function isLookup(node: Plan): boolean {
  return /^([tu](_\d+)?|\w0)$/.test(node.Alias ?? '');
}

function problemOf(node: Plan, filled: ReadonlySet<string>): string | undefined {
  const table = node['Relation Name'] ?? '';
  const right = [`${table}_pkey`, `${table}_key_unique`, `${table}_voided_index`, `${table}_version_unique`];
  const index = node['Index Name'] ?? '';
  // Both bounds of the id or key are conditions of the index, beside the developer.
  const condition = node['Index Cond'] ?? '';
  const isBound = ['id', 'key', 'record_id'].some(
    (column) => condition.includes(`(${column} >= `) && condition.includes(`(${column} <= `),
  );
  if (right.includes(index) && isBound) return undefined;
  // While a table of versions is small its scan costs little; from a megabyte on a gateway analyzes it, and plans are made anew.
  // Repricing makes one step for a thousand events, so that autovacuum analyzes its table long before a scan costs anything.
  if (!filled.has(table) && /_past$|^corrections$|^repricing_steps$/.test(table)) return undefined;
  if (node.Alias === 'u') {
    if (right.includes(index) && condition.includes('(id = ')) return undefined;
    // Indexes of a small table cost the same. Statements of transactions are planned anew when it has rows.
    if (!filled.has(table) && condition.includes('(id = ')) return undefined;
  }
  return `${node['Node Type']} of ${table} by ${index || 'no index'}: ${condition}`;
}
