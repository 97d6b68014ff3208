// Packs the SDK as it would be published, for projects outside of this repository.
//
//   npm run pack:sdk [-- folder]     into the folder where npm was called unless told otherwise
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
// npm runs scripts in the root of the repository, and says in INIT_CWD where it was called.
const folder = path.resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? '.');

const { status } = spawnSync('pnpm', ['pack', '--pack-destination', folder], {
  cwd: path.join(root, 'packages/sdk'),
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
