import { expect, test } from 'vitest';
import { BodyBuffer } from './body-buffer.ts';

const LIMIT = 1024 ** 2;

test('pieces of one byte take at most twice as much memory as they have bytes', () => {
  const body = new BodyBuffer(LIMIT);
  const text = Buffer.from('0123456789'.repeat(30_000));
  let most = 0;
  for (let i = 0; i < text.length; i++) {
    body.add(text.subarray(i, i + 1));
    most = Math.max(most, body.capacity / body.size);
  }
  expect(most).toBeLessThanOrEqual(2);
  expect(body.size).toBe(text.length);
  expect(body.bytes.equals(text)).toBe(true);
});

test('pieces are copied, so that none of them is kept', () => {
  const body = new BodyBuffer(LIMIT);
  body.add(Buffer.from('a'));
  const piece = Buffer.from('b');
  body.add(piece);
  piece.write('x');
  expect(body.bytes.toString()).toBe('ab');
});

test('no more memory is taken than the limit allows', () => {
  const body = new BodyBuffer(1_500);
  body.add(Buffer.alloc(1_000));
  body.add(Buffer.alloc(1));
  expect(body.capacity).toBe(1_500);
});

test('bytes that are let go of take no memory', () => {
  const body = new BodyBuffer(LIMIT);
  body.add(Buffer.alloc(1_000));
  body.release();
  expect({ size: body.size, capacity: body.capacity }).toEqual({ size: 0, capacity: 0 });
});
