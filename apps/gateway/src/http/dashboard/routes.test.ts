import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { dashboardRoutes } from './routes.ts';

const page = '<!doctype html><title>Outturn</title><script src="/assets/main-abc123.js"></script>';
const script = 'console.log("outturn");\n'.repeat(200);
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-dashboard-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), page);
  await writeFile(path.join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(path.join(folder, '.hidden'), 'no part of it');
  await writeFile(path.join(folder, 'assets', 'main-abc123.js'), script);
  await writeFile(path.join(folder, 'assets', 'main-abc123.js.br'), brotliCompressSync(script));
});
afterAll(() => rm(folder, { recursive: true }));

function get(target: string, headers: Record<string, string> = {}, build = { folder }) {
  return dashboardRoutes({ ...build, hasGraphiql: false }).request(target, { headers });
}

const asPage = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test.each([
  '/',
  '/explore?measures=revenue',
  '/records/revenues',
  '/agents/support.agent',
  '/goal-types/a%2Fb',
  '/settings/api-keys',
  '/sign-in',
  '/claim?token=x',
])('%s is the dashboard’s page for every client', async (target) => {
  const answer = await get(target);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe(page);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
});

test('other paths return the page only to requests that accept HTML', async () => {
  expect((await get('/some/new/page', asPage)).status).toBe(200);
  expect((await get('/some/new/page')).status).toBe(404);
});

test.each(['/v1/nothing', '/graphql', '/trpc/nothing', '/api/nothing', '/docs', '/healthz', '/assets/no.js'])(
  '%s is not its',
  async (target) => {
    expect((await get(target, asPage)).status).toBe(404);
  },
);

test.each(['/no.svg', '/assets/../index.html', '/assets/%2e%2e/.hidden', '/.hidden', '/assets/'])(
  '%s is no file',
  async (target) => {
    expect((await get(target)).status).toBe(404);
  },
);

test('the page is not sent again to who has it', async () => {
  const tag = (await get('/')).headers.get('etag') ?? '';
  expect(tag).toMatch(/^"[\w-]{22}"$/);
  const again = await get('/explore', { 'if-none-match': tag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200);
});

test('an asset is kept for ever, and sent as small as the browser understands', async () => {
  const plain = await get('/assets/main-abc123.js');
  expect(await plain.text()).toBe(script);
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(plain.headers.get('content-type')).toContain('text/javascript');
  const small = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip, br' });
  expect(small.headers.get('content-encoding')).toBe('br');
  expect(small.headers.get('vary')).toBe('Accept-Encoding');
  expect(brotliDecompressSync(await small.arrayBuffer()).toString()).toBe(script);
  expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('public, max-age=3600');
});

test('a build that replaces another is served at once', async () => {
  const builds = await mkdtemp(path.join(tmpdir(), 'outturn-dashboard-'));
  onTestFinished(() => rm(builds, { recursive: true }));
  const current = path.join(builds, 'current');
  const publish = async (name: string) => {
    await mkdir(path.join(builds, name, 'assets'), { recursive: true });
    await writeFile(path.join(builds, name, 'index.html'), name);
    await writeFile(path.join(builds, name, 'favicon.svg'), name);
    await writeFile(path.join(builds, name, 'assets', `${name}.js`), name);
    await symlink(name, `${current}-${name}`);
    await rename(`${current}-${name}`, current);
  };
  await publish('older');
  const routes = dashboardRoutes({ folder: current, hasGraphiql: false });
  const served = async (target: string) => (await routes.request(target)).text();
  expect(await Promise.all(['/', '/favicon.svg', '/assets/older.js'].map(served))).toEqual(
    Array(3).fill('older'),
  );

  await publish('newer');
  expect(await Promise.all(['/', '/favicon.svg', '/assets/newer.js'].map(served))).toEqual(
    Array(3).fill('newer'),
  );
  expect((await routes.request('/assets/older.js')).status).toBe(404);
});

test('without a build the page says what to do', async () => {
  const unbuilt = await get('/', {}, { folder: path.join(folder, 'nowhere') });
  expect(unbuilt.status).toBe(503);
  expect(await unbuilt.text()).toContain('npm start');
});
