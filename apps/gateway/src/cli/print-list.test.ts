import { expect, onTestFinished, test, vi } from 'vitest';
import { printList } from './print-list.ts';

async function printed(...args: Parameters<typeof printList>): Promise<string> {
  let output = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(((text: string, done: () => void) => {
    output += text;
    done();
  }) as typeof process.stdout.write);
  onTestFinished(() => write.mockRestore());
  await printList(...args);
  return output;
}

const rows = [
  { id: 'a', name: 'two words', scopes: ['x', 'y'], lastUsed: null },
  { id: 'bcd', name: 'line\nbreak\u001b[2J', scopes: [], lastUsed: '2026-01-31' },
];

test('list is plain columns in which control characters are escaped', async () => {
  expect(await printed(rows, { empty: 'None.' })).toBe(
    [
      'ID   NAME                  SCOPES  LAST USED\n',
      'a    two words             x,y     -\n',
      'bcd  line\\x0abreak\\x1b[2J          2026-01-31\n',
    ].join(''),
  );
});

test('list is JSON for programs', async () => {
  expect(JSON.parse(await printed(rows, { json: true, empty: 'None.' }))).toEqual(rows);
});

test('empty list is a sentence, or an empty JSON array', async () => {
  expect(await printed([], { empty: 'None.' })).toBe('None.\n');
  expect(await printed([], { json: true, empty: 'None.' })).toBe('[]\n');
});
