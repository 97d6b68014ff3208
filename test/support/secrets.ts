import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '@outturn/service';

/** Secrets by what they are, such as `API key 1`. */
export class Secrets {
  readonly #values = new Map<string, string>();

  add<Value extends string>(kind: string, value: Value): Value {
    this.#values.set(value, `${kind} ${this.#values.size + 1}`);
    return value;
  }

  get size(): number {
    return this.#values.size;
  }

  /** Of each kind, how many. */
  tally(): string {
    const kinds = Map.groupBy(this.#values.values(), (name) => name.replace(/ \d+$/, ''));
    return [...kinds].map(([kind, names]) => `${names.length} × ${kind}`).join(', ');
  }

  /** Which of them a text shows, as they are or in a form that anybody can undo. */
  in(text: string, except = ''): string[] {
    return [...this.#values]
      .filter(([value]) => !except.includes(value) && formsOf(value).some((form) => text.includes(form)))
      .map(([, name]) => name);
  }
}

function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  // Base64 depends on what stands before; without its edges each of the three alignments is a part of the whole.
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    bytes.toString('hex'),
    ...inBase64,
  ];
}

/** Everything that a database holds, as text: each row of each table, and what its statistics remember of statements. */
export async function dumpOf({ pool }: Database): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const rows = [];
  for (const { name } of [...tables, { name: 'pg_catalog.pg_stat_activity' }]) {
    const { rows: found } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    rows.push(...found.map(({ row }) => `${name} ${row}`));
  }
  return rows.join('\n');
}

/** What PostgreSQL itself has logged, where its files are on this machine. */
export async function serverLogOf({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ data_directory: string }>('show data_directory');
  const folder = path.dirname(rows[0]?.data_directory ?? '');
  const files = await readdir(folder).catch(() => []);
  const logs = files.filter((name) => /\.log/.test(name));
  const texts = await Promise.all(logs.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.join('\n');
}
