import type { ClusterPaths } from './cluster-paths.ts';
import { HOST } from './connection-file.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { runCommand } from './run-command.ts';
import type { ServerAccount } from './server-account.ts';
import { availableMemory, sharedBuffers } from './shared-buffers.ts';

const DEFAULTS: Record<string, string> = {
  fsync: 'on',
  synchronous_commit: 'on',
  max_connections: '200',
  max_wal_size: '4GB',
  // Random keys touch all pages of their index, each of which is logged in full after a checkpoint.
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  unix_socket_directories: '',
};

// This package relies on these.
const RESERVED = new Set(['port', 'listen_addresses', 'data_directory', 'external_pid_file', 'config_file']);

export function assertNoReservedSettings(settings: Record<string, string>): void {
  const reserved = Object.keys(settings).filter((name) => RESERVED.has(name.toLowerCase()));
  if (reserved.length === 0) return;
  throw new Error(`The embedded PostgreSQL decides these settings itself: ${reserved.join(', ')}.`);
}

export async function serverArguments(
  paths: ClusterPaths,
  binaries: PostgresBinaries,
  account: ServerAccount,
  { port, settings }: { port: number; settings: Record<string, string> },
): Promise<string[]> {
  const { cluster } = paths;
  const lz4 = await supportsLz4(cluster, binaries, account);
  const all = {
    ...DEFAULTS,
    shared_buffers: sharedBuffers(availableMemory()),
    wal_compression: lz4 ? 'lz4' : 'off',
    ...settings,
    listen_addresses: HOST,
    port: String(port),
  };
  return ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function supportsLz4(
  cluster: string,
  { postgres }: PostgresBinaries,
  account: ServerAccount,
): Promise<boolean> {
  const question = ['-C', 'wal_compression', '-D', cluster, '-c', 'wal_compression=lz4'];
  const { code } = await runCommand(account.command(postgres, question));
  return code === 0;
}
