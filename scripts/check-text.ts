// Refuses text that depends on a machine or registry, disabled tests, and riddles.
import { spawnSync } from 'node:child_process';
import { root } from './dependencies.mjs';
import { commentWords } from './text/comment-words.ts';
import { findRiddles } from './text/find-riddles.ts';

// Character classes keep the patterns from matching this file.
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
  // git grep exits with 1 without matches.
  if (status === 1) continue;
  console.error(status === 0 ? `${what}:\n${stdout}` : stderr);
  process.exitCode = 1;
}

for (const riddle of findRiddles(root)) {
  console.error(riddle);
  process.exitCode = 1;
}

/** Words on comment lines per line of code. */
const MOST_COMMENT_WORDS = 0.8;

const ratios = commentWords(root);
if (process.argv.includes('--words')) {
  for (const [folder, ratio] of ratios) console.log(`${ratio.toFixed(2)} ${folder}`);
}
if ((ratios.get('packages/service') ?? Number.POSITIVE_INFINITY) > MOST_COMMENT_WORDS) {
  console.error(
    `The comments of packages/service have more than ${MOST_COMMENT_WORDS} words per line of code.`,
  );
  process.exitCode = 1;
}
