import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Words on comment lines per line of code, in the sources of each package below `root`, without tests and migrations. */
export function commentWords(root: string): Map<string, number> {
  const folders = globSync('{apps,packages}/*/src', { cwd: root }).sort();
  return new Map(folders.map((folder) => [path.posix.dirname(folder), ratioIn(path.join(root, folder))]));
}

function ratioIn(folder: string): number {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder });
  const sources = files.filter((file) => !/\.(test|test-d|fire|fixture)\.|(^|\/)migrations\//.test(file));
  const counts = sources.map((file) => countLines(readFileSync(path.join(folder, file), 'utf8')));
  const sum = (key: 'words' | 'code') => counts.reduce((total, count) => total + count[key], 0);
  return sum('words') / sum('code');
}

function countLines(source: string): { words: number; code: number } {
  let words = 0;
  let code = 0;
  let isBlock = false;
  for (const line of source.split('\n').map((text) => text.trim())) {
    if (line === '') continue;
    const isComment: boolean = isBlock || /^(\/\/|\{?\/\*)/.test(line);
    if (isComment) words += line.split(/\s+/).filter((word) => /\w/.test(word)).length;
    else code += 1;
    isBlock = isComment && !line.startsWith('//') && !line.includes('*/');
  }
  return { words, code };
}
