import { describe, expect, test } from 'vitest';
import { signedUp } from '../support/browser.ts';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  send(`${gateway.url}${path}`, { method, headers: { ...html, 'accept-encoding': 'br', ...headers } });

const scriptIn = (page: string) => /<script src="([^"]+)"/.exec(page)?.[1] ?? '';

describe.each([
  ['/docs', 'public, max-age=60'],
  ['/docs/start.js', 'public, max-age=60'],
  ['/docs/viewer.js', 'public, max-age=86400'],
  ['/v1/openapi.json', 'public, max-age=60'],
  ['/graphql', 'private, no-cache'],
  ['the script of GraphiQL', 'public, max-age=31536000, immutable'],
])('%s', (name, cacheControl) => {
  const pathOf = async () => (name.startsWith('/') ? name : scriptIn((await ask('/graphql')).text));

  test('is built once, cached by browsers and answered with 304 to a known ETag', async () => {
    const path = await pathOf();
    const [first, second] = [await ask(path), await ask(path)];
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    expect(second.headers.get('etag')).toBe(tag);
    expect(first.headers.get('cache-control')).toBe(cacheControl);
    expect(first.headers.get('vary')).toMatch(/\bAccept-Encoding$/);
    expect(await ask(path, { 'if-none-match': tag })).toMatchObject({ status: 304, text: '' });

    const length = Number(
      (await ask(path, { 'accept-encoding': 'identity' }, 'HEAD')).headers.get('content-length'),
    );
    expect(length).toBe(Buffer.byteLength(first.text));
    // Smaller content fits into one packet uncompressed.
    expect(first.headers.get('content-encoding')).toBe(length < 1_400 ? null : 'br');
  });
});

test('answers of the API have no ETag and are never 304', async () => {
  const { token } = await mintKey();
  for (const path of ['/v1/agents', '/v1/revenues?limit=1']) {
    const authorization = `Bearer ${token}`;
    const { status, headers } = await ask(path, { authorization, 'if-none-match': '*' });
    expect([status, headers.get('etag'), headers.get('content-encoding')]).toEqual([200, null, null]);
  }
});

test('the page of GraphiQL is small and has a variant for sessions', async () => {
  const { cookie } = await signedUp(gateway.url);
  const [withKey, signedIn] = [await ask('/graphql'), await ask('/graphql', { cookie })];
  for (const { text, headers } of [withKey, signedIn]) {
    expect(text.length).toBeLessThan(2_000);
    expect(headers.get('vary')).toBe('Accept, Cookie, Accept-Encoding');
    expect(headers.get('x-frame-options')).toBe('DENY');
  }
  expect(withKey.text).toContain('put your API key');
  expect(signedIn.text).toContain('x-outturn-csrf');
  expect(signedIn.headers.get('etag')).not.toBe(withKey.headers.get('etag'));
  expect(scriptIn(signedIn.text)).toBe(scriptIn(withKey.text));
});

test('the page of GraphiQL without a key counts as no failed authentication', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.40' };
  for (let i = 0; i < 70; i++) expect((await ask('/graphql', headers)).status).toBe(200);
  expect((await send(`${gateway.url}/v1/agents`, { headers })).status).toBe(401);
});

test('the script of another version of GraphiQL is not found', async () => {
  expect((await ask('/graphql/graphiql-other.js')).status).toBe(404);
});
