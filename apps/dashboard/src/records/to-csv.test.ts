import { expect, test } from 'vitest';
import { toCsv } from './to-csv.ts';

test('fields with commas, quotes and line breaks are quoted', () => {
  const csv = toCsv([
    { id: '1', description: 'a "b",\nc', metadata: { plan: 'pro' }, amount: '-1.50', agentKey: null },
  ]);
  expect(csv).toBe(
    'id,description,metadata,amount,agentKey\r\n1,"a ""b"",\nc","{""plan"":""pro""}",-1.50,\r\n',
  );
});

test.each(['=1+1', '+SUM(A1)', '@x', '-cmd', '\tx'])('%s is no formula', (text) => {
  expect(toCsv([{ text }])).toMatch(/^text\r\n"?'/);
});

test('nothing makes an empty file', () => {
  expect(toCsv([])).toBe('');
});
