import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { parsePairs } from '../commands/import-options.ts';
import { optionsText, shellQuoted } from './options-text.ts';

test.each(['Amount', 'Created (UTC)', `It's "net" $HOME`, 'Total`date`', 'a\\b!c', 'Belegnr. & Ä', 'a=b'])(
  'a shell passes the column %s on as it is',
  (column) => {
    const map = new Map([['amount', column]]);
    const command = `printf '%s\\n' ${optionsText({ map })} ${shellQuoted(column)}`;
    const [option, value = '', ignored] = execFileSync('sh', ['-c', command]).toString().split('\n');
    expect({ option, ignored }).toEqual({ option: '--map', ignored: column });
    expect(parsePairs(value)).toEqual(map);
  },
);
