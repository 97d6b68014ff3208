import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findRiddles } from './find-riddles.ts';

// Split, so that this file itself has no such sentence.
const O = 'O';
const W = 'W';

test.each([
  { where: 'a comment', file: 'a.ts', text: `// ${W}hat waits is sent next.\nexport const a = 1;` },
  { where: 'the second sentence of a comment', file: 'a.ts', text: `// Fine. ${O}f two, one is kept.\n` },
  {
    where: 'the docstring of an export',
    file: 'a.ts',
    text: `/** ${W}ho asks is told. */\nexport const a = 1;`,
  },
  { where: 'a comment within JSX', file: 'a.tsx', text: `export const a = <b>{/* ${W}hose it is. */}</b>;` },
  { where: 'a paragraph', file: 'a.md', text: `# Title\n\nFine.\n${W}hoever asks is told.\n` },
  { where: 'an item of a list', file: 'a.md', text: `- Fine.\n- **${O}f two**, one is kept.\n` },
  {
    where: 'a cell of a table',
    file: 'a.md',
    text: `| A | B |\n|---|---|\n| a | ${W}hat waits is sent. |\n`,
  },
  { where: 'a sentence with its subject at its end', file: 'a.md', text: 'I' + 't is the lane that sends.' },
  {
    where: 'the name of a test',
    file: 'a.test.ts',
    text: `test('${W.toLowerCase()}hat waits is sent', () => {});`,
  },
  {
    where: 'the description of a schema',
    file: 'a.ts',
    text: `export const a = text.meta({ description: '${W}hat was deleted.' });`,
  },
  { where: 'the description of a command', file: 'a.ts', text: `a.description('${W}hat it does');` },
  { where: 'the description of an option', file: 'a.ts', text: `a.option('--b', \`${O}f \${b}\`);` },
  {
    where: 'the name of a group of tests',
    file: 'a.test.ts',
    text: `describe.each([1])(\`${O}f %s\`, () => {});`,
  },
])('a riddle in $where is found', async ({ file, text }) => {
  expect(await riddlesIn(file, text)).toEqual([expect.stringMatching(new RegExp(`^${file}:\\d+ \\S`))]);
});

test.each([
  { what: 'a question', file: 'a.md', text: `${W}hat happens at a retry? The first answer returns.` },
  { what: 'a heading', file: 'a.md', text: `# ${W}hat is kept` },
  { what: 'the head of a table', file: 'a.md', text: `| ${W}hat it is |\n|---|\n| a |\n` },
  { what: 'code', file: 'a.md', text: `\`\`\`\n${O}f two\n\`\`\`\n` },
  {
    what: 'a word that only begins like one',
    file: 'a.ts',
    text: '// Offers end. Whatever is left stays.\n',
  },
  { what: 'a text that is no comment', file: 'a.ts', text: `export const a = '${O}f two';` },
])('$what is no riddle', async ({ file, text }) => {
  expect(await riddlesIn(file, text)).toEqual([]);
});

const lines = ['one', 'two', 'three', 'four'];
const block = `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */`;

test.each([
  { where: 'above a statement', text: `${lines.map((line) => `// ${line}\n`).join('')}const a = 1;` },
  { where: 'of what is not exported', text: `${block}\nconst a = 1;` },
])('a comment of four lines $where is too long', async ({ text }) => {
  expect(await riddlesIn('a.ts', text)).toEqual(['a.ts:1 a comment of more than three lines']);
});

test.each([
  { where: 'of an export', text: `${block}\nexport const a = 1;` },
  { where: 'of a member of an export', text: `export type A = {\n${block}\n  a: 1;\n};` },
])('a docstring $where may be as long', async ({ text }) => {
  expect(await riddlesIn('a.ts', text)).toEqual([]);
});

async function riddlesIn(file: string, text: string): Promise<string[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'outturn-riddles-'));
  onTestFinished(() => rm(root, { recursive: true }));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  await writeFile(path.join(root, file), text);
  return findRiddles(root);
}
