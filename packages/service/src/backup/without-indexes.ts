import { escapeIdentifier, type PoolClient } from 'pg';

type Index = {
  /** With its schema. */
  name: string;
  definition: string;
  /** Null without a constraint. */
  constraint: string | null;
  kind: 'primary key' | 'unique';
};

/** Builds the indexes of a table again after `load`, which takes a third of the time and less space. */
export async function withoutIndexes(
  client: PoolClient,
  table: string,
  load: () => Promise<void>,
): Promise<void> {
  const { rows: indexes } = await client.query<Index>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, conname as constraint,
       case when indisprimary then 'primary key' else 'unique' end as kind
     from pg_index left join pg_constraint on conindid = indexrelid and conrelid = indrelid
     where indrelid = $1::regclass order by indexrelid`,
    [table],
  );
  for (const { name, constraint } of indexes)
    await client.query(
      constraint === null
        ? `drop index ${name}`
        : `alter table ${table} drop constraint ${escapeIdentifier(constraint)}`,
    );
  await load();
  for (const { definition, constraint, kind } of indexes) {
    await client.query(definition);
    if (constraint === null) continue;
    const name = escapeIdentifier(constraint);
    await client.query(`alter table ${table} add constraint ${name} ${kind} using index ${name}`);
  }
}
