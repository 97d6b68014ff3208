import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demoEntities } from '@outturn/demo-data';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RetryPolicy } from '../import/retry-policy.ts';
import { createEntities } from './entities.ts';

test('an entity whose request is never answered is sent again', async () => {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    if (paths.length > 1) response.writeHead(201).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const timeout = AbortSignal.timeout;
  const soon = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(1_000));
  onTestFinished(() => {
    soon.mockRestore();
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const notes: (string | undefined)[] = [];

  await createEntities(
    { url, headers: new Headers() },
    new RetryPolicy((note) => notes.push(note), { firstPause: 1, longestPause: 1 }),
    new AbortController().signal,
  );

  expect(paths.length).toBeGreaterThan(Object.values(demoEntities()).flat().length);
  expect(notes[0]).toBe(`${url} cannot be reached (no answer within 60 s)`);
});
