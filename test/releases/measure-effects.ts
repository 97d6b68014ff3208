import { connectDatabase, finishMigrations, migrate } from '@outturn/service';
import { Client } from 'pg';
import { pendingMigrations } from '../../packages/service/src/database/pending-migrations.ts';
import type { TableEffect } from '../../packages/service/src/database/plan-migrations.ts';
import { untyped } from '../support/drivers/driver.ts';

type Ask = (sql: string) => Promise<unknown>;
type State = { table: string; file: string; scans: number; changed: number; modes: string[] };

/** From the weakest to the strongest. */
const modes = [
  'AccessShareLock',
  'RowShareLock',
  'RowExclusiveLock',
  'ShareUpdateExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
] as const;

/** As this transaction sees it. Only MikroORM uses its own table. */
const stateSql = `
  select c.relname as table, pg_relation_filenode(c.oid)::text as file,
    (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans,
    (n_tup_ins + n_tup_upd + n_tup_del)::int as changed,
    array(select mode from pg_locks where relation = c.oid and pid = pg_backend_pid() and granted) as modes
  from pg_class c join pg_stat_xact_user_tables s on s.relid = c.oid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and c.relname <> 'migrations' order by 1`;

/** Runs work in the transaction of `ask`. Counters may include earlier transactions of the session. */
async function measure(ask: Ask, work: () => Promise<unknown>): Promise<TableEffect[]> {
  const before = untyped<State[]>(await ask(stateSql));
  await work();
  const after = new Map(untyped<State[]>(await ask(stateSql)).map((state) => [state.table, state]));
  return before.flatMap(({ table, file, scans, changed }) => {
    const now = after.get(table);
    const mode = modes.findLast((one) => now?.modes.includes(one));
    if (!now || !mode) return [];
    return [
      {
        table,
        lock: nameOf(mode),
        reads: now.scans > scans,
        changesRows: now.changed > changed,
        rewrites: now.file !== file,
      },
    ];
  });
}

/** `ACCESS EXCLUSIVE` for `AccessExclusiveLock`. */
function nameOf(mode: string): string {
  return mode
    .replace(/Lock$/, '')
    .replaceAll(/(?<=.)[A-Z]/g, ' $&')
    .toUpperCase();
}

/** Runs the pending migrations, each as `migrate` does. */
export async function measureMigrations(url: string): Promise<Record<string, TableEffect[]>> {
  const database = await connectDatabase({ url });
  try {
    const effects: Record<string, TableEffect[]> = {};
    for (const name of await pendingMigrations(database))
      effects[name] = await database.transactional((em) =>
        measure(
          (sql) => em.execute(sql),
          () => database.orm.migrator.up({ migrations: [name], transaction: em.getTransactionContext() }),
        ),
      );
    return effects;
  } finally {
    await database.close();
  }
}

/**
 * Runs the second step on one database, and each of its statements in a transaction of its own on a copy from before it:
 * the step itself has many transactions.
 */
export async function measureFinish(url: string, copy: string): Promise<TableEffect[]> {
  const statements = await statementsOfFinish(url);
  const client = new Client({ connectionString: copy });
  await client.connect();
  try {
    const all: TableEffect[] = [];
    for (const { text, values } of statements) {
      await client.query('begin');
      const ask: Ask = async (sql) => (await client.query(sql)).rows;
      all.push(...(await measure(ask, () => client.query(text, values))));
      await client.query('commit');
    }
    return merge(all);
  } finally {
    await client.end();
  }
}

type Statement = { text: string; values: unknown[] };

async function statementsOfFinish(url: string): Promise<Statement[]> {
  const database = await connectDatabase({ url });
  const statements: Statement[] = [];
  const { query } = Client.prototype;
  try {
    await migrate(database);
    Client.prototype.query = untyped(function (
      this: Client,
      ...parts: [Partial<Statement> | string, unknown]
    ) {
      const [statement, bound] = parts;
      const { text = '', values = Array.isArray(bound) ? bound : [] } =
        typeof statement === 'object' ? statement : { text: statement };
      if (!/^(begin|commit|set )/i.test(text)) statements.push({ text, values });
      return Reflect.apply(query, this, parts);
    });
    await finishMigrations(database);
    return statements;
  } finally {
    Client.prototype.query = query;
    await database.close();
  }
}

function merge(effects: readonly TableEffect[]): TableEffect[] {
  const strength = ({ lock }: TableEffect) => modes.findIndex((mode) => nameOf(mode) === lock);
  const byTable = Map.groupBy(effects, ({ table }) => table);
  return [...byTable]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([table, all]) => ({
      table,
      lock: all.reduce((a, b) => (strength(b) > strength(a) ? b : a)).lock,
      reads: all.some(({ reads }) => reads),
      changesRows: all.some(({ changesRows }) => changesRows),
      rewrites: all.some(({ rewrites }) => rewrites),
    }));
}
