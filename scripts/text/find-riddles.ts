import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readDocument } from './document.ts';
import { isRiddle, riddles } from './openers.ts';
import { readSource } from './source.ts';

/** Sentences that begin with a riddle's opener and comments that are too long, in all files below `root` that Git knows. */
export function findRiddles(root: string): string[] {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const files = execFileSync('git', [...listed, '*.ts', '*.tsx', '*.mjs', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  });
  return files
    .split('\n')
    .filter((file) => file && !file.includes('/generated/'))
    .flatMap((file) => {
      const content = readFileSync(path.join(root, file), 'utf8');
      return (file.endsWith('.md') ? inDocument(content) : inSource(file, content)).map(
        (fault) => `${file}:${fault}`,
      );
    });
}

function inDocument(content: string): string[] {
  return readDocument(content).flatMap(({ line, text }) =>
    riddles(text).map((sentence) => `${line} ${sentence}`),
  );
}

function inSource(file: string, content: string): string[] {
  const { comments, testNames, descriptions } = readSource(file, content);
  return [
    ...[...comments, ...descriptions].flatMap(({ line, text }) =>
      riddles(text).map((sentence) => `${line} ${sentence}`),
    ),
    ...testNames.filter(({ text }) => isRiddle(text)).map(({ line, text }) => `${line} ${text}`),
    ...comments
      .filter(({ isTooLong }) => isTooLong)
      .map(({ line }) => `${line} a comment of more than three lines`),
  ];
}
