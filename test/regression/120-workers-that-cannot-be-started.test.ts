import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import type { Gateway } from '../support/gateway.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { livingWorkers, replacements, withWorkers } from '../support/workers.ts';

const store = usePrivateDatabase();
const gateways = useGateways();
const folder = await mkdtemp(path.join(tmpdir(), 'outturn-node-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

type End = { time: number; how: string; replacedIn: number };

/** The ends of workers that the log tells of. */
function endsOf({ output }: Gateway): End[] {
  const lines = output().match(/^\{.*"a worker has ended".*$/gm) ?? [];
  return lines.map((line) => JSON.parse(line) as End);
}

// The primary process died of an unhandled error, and the worker that was left with it. Each try also counted twice, so that
// tries doubled each time, and as many workers came of them in the end.
test('a worker that the system cannot start is tried again until it can, one try at a time', {
  timeout: 120_000,
}, async () => {
  // Node.js is away while it is installed anew.
  const node = path.join(folder, 'node');
  await copyFile(process.execPath, node);
  const gateway = await gateways.start(store.url, {}, { ...withWorkers(2), node });
  const [pid, other] = livingWorkers(gateway.child);
  if (pid === undefined || other === undefined) throw new Error('there are no two workers');
  await rename(node, `${node}.old`);
  process.kill(pid, 'SIGKILL');
  await waitUntil(
    'three tries have failed',
    () => endsOf(gateway).length >= 4 || gateway.child.exitCode !== null,
  );
  expect(gateway.child.exitCode).toBeNull();
  expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
  await rename(`${node}.old`, node);
  await waitUntil('it was replaced', () => replacements(gateway).length > 0);

  const [killed, ...failed] = endsOf(gateway);
  expect(killed?.how).toContain('SIGKILL');
  for (const { how } of failed) expect(how).toContain('ENOENT');
  const waits = failed.map(({ time }, i) => time - (endsOf(gateway)[i]?.time ?? 0));
  for (const [i, wait] of waits.entries()) expect(wait).toBeGreaterThan(0.9 * 100 * 2 ** i);
  expect(livingWorkers(gateway.child)).toHaveLength(2);
});
