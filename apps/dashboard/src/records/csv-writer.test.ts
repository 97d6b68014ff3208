import { expect, test } from 'vitest';
import { csvWriter } from './csv-writer.ts';

test('fields with commas, quotes and line breaks are quoted', () => {
  const csv = csvWriter()([
    { id: '1', description: 'a "b",\nc', metadata: { plan: 'pro' }, amount: '-1.50', agentKey: null },
  ]);
  expect(csv).toBe(
    '\uFEFFid,description,metadata,amount,agentKey\r\n1,"a ""b"",\nc","{""plan"":""pro""}",-1.50,\r\n',
  );
});

test('of several pages the first alone names the fields, whose order all have', () => {
  const write = csvWriter();
  expect([[{ id: '1', a: 'x' }], [{ a: 'y', id: '2' }, { id: '3' }]].map(write)).toEqual([
    '\uFEFFid,a\r\n1,x\r\n',
    '2,y\r\n3,\r\n',
  ]);
});

test.each(['=1+1', '+SUM(A1)', '@x', '-cmd', '\tx'])('%s is no formula', (text) => {
  expect(csvWriter()([{ text }])).toMatch(/^\uFEFFtext\r\n"?'/);
});

test('an apostrophe is told from one that was there, and an empty text from none', () => {
  expect(csvWriter()([{ a: '=1', b: "'=1", c: '', d: null, e: "it's", f: "'so", g: "'" }])).toBe(
    "\uFEFFa,b,c,d,e,f,g\r\n'=1,''=1,',,it's,'so,''\r\n",
  );
});

test('nothing makes an empty file', () => {
  expect(csvWriter()([])).toBe('');
});
