import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readText, type TextOptions } from './read-text.ts';

async function read(content: Buffer, options: TextOptions = {}, size = 1) {
  const chunks = Array.from({ length: Math.ceil(content.length / size) }, (_, i) =>
    content.subarray(i * size, (i + 1) * size),
  );
  let skipped: string | undefined;
  const parts = await Array.fromAsync(
    readText(Readable.from(chunks, { objectMode: true }), options, (lines) => {
      skipped = lines;
    }),
  );
  return { text: Buffer.concat(parts).toString(), skipped };
}

const text = 'Umsätze für 東京\nHeader\n1,é\n';

test.each([1, 3, 7, 1_000])('reads gzip, also in several members, in chunks of %i bytes', async (size) => {
  const packed = Buffer.concat([gzipSync(text), gzipSync('end\n')]);
  expect(await read(packed, {}, size)).toEqual({ text: `${text}end\n`, skipped: undefined });
});

test('gzip that ends early, and a workbook, are refused', async () => {
  await expect(read(gzipSync(text).subarray(0, -9))).rejects.toThrow('The file is damaged, or its end is');
  await expect(read(Buffer.from('PK\u0003\u0004x'))).rejects.toThrow('save it as CSV');
});

test.each([1, 2, 1_000])('decodes other encodings in chunks of %i bytes', async (size) => {
  const bytes = Buffer.from([0x80, 0x3b, 0xe9, 0x0a]);
  expect(await read(bytes, { encoding: 'windows-1252' }, size)).toMatchObject({ text: '€;é\n' });
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
  expect(await read(utf16, {}, size)).toMatchObject({ text });
  expect(await read(Buffer.from(utf16).swap16(), {}, size)).toMatchObject({ text });
  // The file of rejected rows is UTF-8 with a byte order mark, whatever the encoding of the original.
  const marked = await read(Buffer.from('\uFEFFé'), { encoding: 'windows-1252' }, size);
  expect(marked.text).toBe('\uFEFFé');
});

test('a file that is packed twice is unpacked, but not without end, and a workbook of an old Excel is refused', async () => {
  expect(await read(gzipSync(gzipSync(text)))).toMatchObject({ text });
  await expect(read(gzipSync(gzipSync(gzipSync(text))))).rejects.toThrow('is no UTF-8 text');
  await expect(read(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).rejects.toThrow('save it as CSV');
});

test('UTF-16 without a byte order mark names its encoding', async () => {
  const utf16 = Buffer.from('a,b\n', 'utf16le');
  await expect(read(utf16)).rejects.toThrow('Pass --encoding utf-16le.');
  await expect(read(Buffer.from(utf16).swap16())).rejects.toThrow('Pass --encoding utf-16be.');
  expect(await read(Buffer.from('a,b\n1,\0\n'), {}, 100)).toMatchObject({ text: 'a,b\n1,\0\n' });
});

test('text in another encoding names the option', async () => {
  await expect(read(Buffer.from('é', 'latin1'))).rejects.toThrow('--encoding windows-1252');
  await expect(read(Buffer.from([0x41]), { encoding: 'utf-16le' })).rejects.toThrow('not text in utf-16le');
});

test.each([1, 5, 1_000])('leaves out title lines in chunks of %i bytes', async (size) => {
  const titles = '\uFEFF"Report\r\n2026\r\n';
  expect(await read(Buffer.from(`${titles}a,b\r\n`), { skipLines: 2 }, size)).toEqual({
    text: 'a,b\r\n',
    skipped: titles,
  });
  expect(await read(Buffer.from('one\ntwo'), { skipLines: 2 }, size)).toMatchObject({ text: '' });
  expect(await read(Buffer.from('one\rtwo\ra,b\r1,2\r'), { skipLines: 2 }, size)).toEqual({
    text: 'a,b\r1,2\r',
    skipped: 'one\rtwo\r',
  });
  const mixed = Buffer.from('one\r\rtwo\n\nend');
  expect(await read(mixed, { skipLines: 4 }, size)).toMatchObject({ text: 'end' });
  expect(await read(mixed, { skipLines: 3 }, size)).toMatchObject({ text: '\nend' });
});

test('title lines larger than 1 MiB are refused, also of a small packed file', async () => {
  const endless = gzipSync(Buffer.alloc(2 ** 24, ' '));
  await expect(read(endless, { skipLines: 1 }, 1_000)).rejects.toThrow(
    'The title lines of --skip-lines are larger than 1 MiB.',
  );
});
