import { join } from 'node:path';
import type { ClusterPaths } from './cluster-paths.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { runCommand } from './run-command.ts';
import type { ServerAccount } from './server-account.ts';
import { readSmallFile } from './untrusted-files.ts';

export async function assertSameMajorVersion(
  paths: ClusterPaths,
  binaries: PostgresBinaries,
  account: ServerAccount,
): Promise<void> {
  const file = join(paths.cluster, 'PG_VERSION');
  const data = (await readSmallFile(file)).trim();
  if (!/^\d{1,3}$/.test(data)) throw new Error(`${file} does not hold a version: restore it.`);
  const programs = await majorVersion(binaries, account);
  if (data === programs) return;
  throw new Error(
    `The database in ${paths.cluster} was written by PostgreSQL ${data}, but this is PostgreSQL ${programs}. ` +
      `Dump it with PostgreSQL ${data} (pg_dumpall), move the folder aside, start again and restore the dump.`,
  );
}

async function majorVersion({ postgres }: PostgresBinaries, account: ServerAccount): Promise<string> {
  const { code, output } = await runCommand(account.command(postgres, ['--version']));
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1];
  if (code === 0 && major) return major;
  throw new Error(`${postgres} does not run on this machine: ${output.trim()}`);
}
