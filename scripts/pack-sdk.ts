// Packs the SDK for other projects: npm run pack:sdk [-- folder, default: where npm was called]
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
// npm runs scripts in the root and passes the caller's folder in INIT_CWD.
const folder = path.resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? '.');

const { status } = spawnSync('pnpm', ['pack', '--pack-destination', folder], {
  cwd: path.join(root, 'packages/sdk'),
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
