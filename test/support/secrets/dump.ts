import { createWriteStream } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { fileIn } from './run-folder.ts';

/**
 * The content of a database as text: every row of every table, and the statements in its statistics. Each row is on a
 * line of its own, with the name of its table.
 */
export async function* dumpOf(url: string): AsyncGenerator<Buffer> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Shows bytes that are letters as letters.
    await client.query("set bytea_output = 'escape'");
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
    );
    for (const { name } of [...tables, { name: 'pg_catalog.pg_stat_activity' }])
      yield* client.query(copyTo(`copy (select '${name}', t.* from ${name} t) to stdout`));
  } finally {
    await client.end();
  }
}

/** Keeps the content of a database of the run before it is dropped. */
export async function keepDump(url: string): Promise<void> {
  const file = fileIn('dump', new URL(url).pathname.slice(1));
  if (file !== undefined) await pipeline(dumpOf(url), createWriteStream(file, { flags: 'a' }));
}

/** Keeps the log of an embedded PostgreSQL before its folder is removed. */
export async function keepServerLog(dataDir: string): Promise<void> {
  const logs = (await readdir(dataDir)).filter((name) => /\.log(\.\d+)?$/.test(name));
  for (const name of logs) {
    const file = fileIn('server-log', `${path.basename(dataDir)} ${name}`);
    if (file !== undefined) await copyFile(path.join(dataDir, name), file);
  }
}
