import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { createRest, type RestEnv } from '@outturn/rest';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { usePrivateService } from '../support/drivers/private-service.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** A reader who follows one record opens at most so many files. `npm test -- contract/way-of-a-record` counts them. */
const MOST_FILES = 45;

const running = usePrivateService(usePrivateDatabase(), 4);

test('the way of a record from the request to the row and back passes few files', async () => {
  const { service, principal } = running;
  const app = new Hono<RestEnv>().route(
    '/v1',
    createRest<RestEnv>(service, (c) => ({
      identify: () => ({ principal, requestId: 'way', idempotencyKey: () => undefined }),
      header: (name) => c.req.header(name),
      headers: {},
      readText: () => c.req.text(),
    })),
  );
  const record = () =>
    app.request('http://outturn/v1/revenues', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ amount: '99.90', recordedAt: new Date().toISOString(), agentKey: 'way' }),
    });
  // Statements and routes are built at their first use.
  expect((await record()).status).toBe(201);

  const ways: Set<string>[] = [];
  for (let i = 0; i < 10; i++) ways.push(await filesDuring(async () => void (await record())));
  // Work in the background runs during some of the requests alone.
  // An index only exports what others define.
  const files = [...new Set(ways.flatMap((way) => [...way]))].filter(
    (file) => ways.every((way) => way.has(file)) && path.basename(file) !== 'index.ts',
  );
  expect(files).toContain('packages/service/src/ledger/ledger.ts');
  expect(files.sort().slice(MOST_FILES)).toEqual([]);
});

/** The source files of packages with a function that ran meanwhile. */
async function filesDuring(work: () => Promise<void>): Promise<Set<string>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  // Forgets the functions that ran until now.
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  const ran = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
  const files = ran.map(({ url }) => path.relative(root, url.replace(/^file:\/\//, '').replace(/\?.*$/, '')));
  return new Set(files.filter((file) => /^packages\/[^/]+\/src\//.test(file)));
}
