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

test('only the first of several pages names the fields, whose order all pages share', () => {
  const write = csvWriter();
  expect([[{ id: '1', a: 'x' }], [{ a: 'y', id: '2' }, { id: '3' }]].map(write)).toEqual([
    '\uFEFFid,a\r\n1,x\r\n',
    '2,y\r\n3,\r\n',
  ]);
});

test.each(['=1+1', '+SUM(A1)', '@x', '-cmd', '\tx', ' =1', '\u00a0+1', '\u200b@x', '＝1', ' \u2060－1'])(
  '%s is not written as a formula',
  (text) => {
    expect(csvWriter()([{ text }])).toMatch(/^\uFEFFtext\r\n"?'/);
  },
);

test('text with another separator of spreadsheets is quoted, and guarded behind it and behind line breaks', () => {
  expect(csvWriter()([{ a: 'x;y', b: 'x\ty', c: 'x;=1', d: 'x\n@y', e: { note: 'x;+1' } }])).toBe(
    '\uFEFFa,b,c,d,e\r\n"x;y","x\ty","x;\'=1","x\n\'@y","{""note"":""x;\'+1""}"\r\n',
  );
});

test('an apostrophe in the text is told from an added one, and an empty text from a missing one', () => {
  expect(csvWriter()([{ a: '=1', b: "'=1", c: '', d: null, e: "it's", f: "'so", g: "'" }])).toBe(
    "\uFEFFa,b,c,d,e,f,g\r\n'=1,''=1,',,it's,'so,''\r\n",
  );
});

test('no records make an empty file', () => {
  expect(csvWriter()([])).toBe('');
});
