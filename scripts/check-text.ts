// Text that must not be committed: what ties the repository to one machine or registry, and tests left switched off.
import { spawnSync } from 'node:child_process';

// Each pattern holds a character class, so that this file does not match itself.
const forbidden = [
  {
    what: 'a path of one machine or the host of a package registry',
    pattern: '/wor[k]/|registry[.]npmjs',
    in: '.',
  },
  {
    what: 'a test switched off or singled out, or work left to do',
    pattern: '[.](skip|only|todo)[(]|\\b(TOD[O]|FIXM[E])\\b',
    in: '*.ts*',
  },
];

for (const { what, pattern, in: files } of forbidden) {
  const args = ['grep', '--untracked', '--line-number', '--extended-regexp', pattern, '--', files];
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' });
  // git grep ends with 1 when nothing matches.
  if (status === 1) continue;
  console.error(status === 0 ? `${what}:\n${stdout}` : stderr);
  process.exitCode = 1;
}
