import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runOutturn, runProgram } from '../support/load/run-outturn.ts';
import { buildNextVersion } from '../support/next-version.ts';
import { on } from '../support/on.ts';
import { createReadStore } from '../support/read-store.ts';

const gateways = useGateways();

test('migration that waits for a backup holds up no record', { timeout: 120_000 }, async () => {
  const next = await buildNextVersion();
  const { url, backup } = await createReadStore();
  const { output } = await runOutturn(url, 'keys', 'create', '--developer', 'acme');
  const gateway = await gateways.start(url);
  const record = async (i: number) => {
    const body = JSON.stringify({ ...minimal, sessionKey: `s${i}` });
    const { status } = await send(`${gateway.url}/v1/revenues`, { token: output.trim(), body });
    return status;
  };
  const migrated = runProgram(next, url, 'migrate');
  const until = performance.now() + 6_000;
  // The backup ends only after them: a record that waited for the migration would get no answer.
  for (let i = 0; performance.now() < until; i++) {
    expect(await record(i)).toBe(201);
    // Below the rate limit.
    await sleep(50);
  }
  expect(await on(url, `select from migrations where name = '999-next-version'`)).toEqual([]);
  await backup.end();
  expect(await migrated).toMatchObject({ code: 0, output: expect.stringContaining('Ran 999-next-version.') });
  expect(await record(0)).toBe(201);
});
