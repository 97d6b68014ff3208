import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { type ContentOptions, StaticContent } from './static-content.ts';

const text = 'const outturn = 1;\n'.repeat(500);
const headers = { 'Content-Type': 'text/javascript', 'Cache-Control': 'public, max-age=60' };

function served(options: Partial<ContentOptions> = {}) {
  const content = new StaticContent({ headers, make: () => text, ...options });
  const app = new Hono().get('/', (c) => content.answer(c));
  app.onError((error, c) => c.text(error.message, 500));
  return (sent: Record<string, string> = {}, method = 'GET') => app.request('/', { method, headers: sent });
}

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0,gzip;q=0', null],
  ['identity', null],
  ['', null],
])('a client that accepts "%s" gets %s', async (accepted, encoding) => {
  const answer = await served()({ 'accept-encoding': accepted });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  expect(answer.headers.get('content-type')).toBe('text/javascript');
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[String(encoding)];
  expect((decode ? decode(bytes) : bytes).toString()).toBe(text);
  if (decode) expect(bytes.length).toBeLessThan(text.length / 10);
});

test('content is made once and compressed once for each encoding, also for concurrent requests', async () => {
  const make = vi.fn(() => text);
  const encode = vi.fn(async () => Buffer.from('smaller'));
  const ask = served({ make, encode });
  const encodings = ['br', 'gzip', 'identity'];
  await Promise.all([...encodings, ...encodings].map((encoding) => ask({ 'accept-encoding': encoding })));
  await ask({ 'accept-encoding': 'br' });
  expect(make).toHaveBeenCalledTimes(1);
  expect(encode.mock.calls.map(([encoding]: unknown[]) => encoding)).toEqual(['br', 'gzip']);
});

test('content that could not be made is made for the next request', async () => {
  const make = vi
    .fn(() => text)
    .mockImplementationOnce(() => {
      throw new Error('no memory');
    });
  const ask = served({ make });
  expect(await (await ask()).text()).toBe('no memory');
  expect(await (await ask()).text()).toBe(text);
});

test('each encoding has a tag of its own, with which it is not sent again', async () => {
  const ask = served();
  const tags = [];
  for (const encoding of ['br', 'gzip', 'identity']) {
    const tag = (await ask({ 'accept-encoding': encoding })).headers.get('etag') ?? '';
    tags.push(tag);
    for (const known of [tag, `"other", ${tag}`, '*']) {
      const again = await ask({ 'accept-encoding': encoding, 'if-none-match': known });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect(again.headers.get('etag')).toBe(tag);
      expect(again.headers.get('cache-control')).toBe('public, max-age=60');
    }
    expect((await ask({ 'accept-encoding': encoding, 'if-none-match': '"other"' })).status).toBe(200);
  }
  expect(new Set(tags).size).toBe(3);
  for (const tag of tags) expect(tag).toMatch(/^"[\w-]{22}"$/);
});

test('HEAD tells the size and sends nothing', async () => {
  const answer = await served()({}, 'HEAD');
  expect([answer.status, await answer.text()]).toEqual([200, '']);
  expect(answer.headers.get('content-length')).toBe(String(text.length));
});

test('content that fits into a packet is not compressed', async () => {
  const answer = await served({ make: () => 'short' })({ 'accept-encoding': 'br' });
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(await answer.text()).toBe('short');
});
