import type { MigrationPlan, PlannedMigration, PlannedTable } from '@outturn/service';
import { print } from '../print.ts';
import { printList } from '../print-list.ts';

const SECOND = 1_000;
const MEGABYTE = 1_000_000;

const count = new Intl.NumberFormat('en');
const megabytes = new Intl.NumberFormat('en', {
  style: 'unit',
  unit: 'megabyte',
  maximumFractionDigits: 1,
});

type Columns = Record<'table' | 'lock' | 'blocks' | 'work' | 'rows' | 'size', string | null>;
type Row = Columns & { migration: string };

export async function printPlan(plan: MigrationPlan, { json }: { json: boolean }): Promise<void> {
  if (json) return print(`${JSON.stringify(plan, null, 2)}\n`);
  const { isNew, pending, finish, unknown, lockTimeout, givesUpAfter } = plan;
  if (unknown.length > 0)
    await print(`A newer version of Outturn has migrated this database: ${unknown.join(', ')}.\n`);
  if (isNew) return print('The database is new: outturn migrate makes its tables.\n');
  if (pending.length === 0) await print('No migration is pending.\n');
  else {
    await print(
      `outturn migrate runs ${pending.length === 1 ? 'one migration' : `${pending.length} migrations, each in a transaction of its own`}.\n` +
        `A migration waits ${lockTimeout / SECOND} s for a lock, lets records go on, tries again every second, and fails after ${givesUpAfter / SECOND} s.\n\n`,
    );
    await printList(pending.flatMap(rowsOf), { empty: '' });
  }
  if (finish) {
    await print(
      '\noutturn migrate --finish then excludes older versions, in short transactions beside the running gateways.\n\n',
    );
    await printList(finish.map(columnsOf), { empty: '' });
  }
}

function rowsOf({ name, tables }: PlannedMigration): Row[] {
  if (tables?.length) return tables.map((table) => ({ migration: name, ...columnsOf(table) }));
  const work = tables ? 'none' : 'not measured';
  return [{ migration: name, table: null, lock: null, blocks: null, work, rows: null, size: null }];
}

function columnsOf(planned: PlannedTable): Columns {
  const { table, lock, blocks, reads, changesRows, rewrites, rows, bytes } = planned;
  const work = [reads && 'reads', changesRows && 'changes rows', rewrites && 'rewrites'].filter(Boolean);
  return {
    table,
    lock,
    blocks,
    work: work.join(', ') || 'none',
    rows: rows === null ? null : count.format(rows),
    size: bytes === null ? null : megabytes.format(bytes / MEGABYTE),
  };
}
