import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { THROUGH_POOLER } from '../support/pooler/behind-pooler.ts';
import { pgbouncerPath, usePgBouncer } from '../support/pooler/pgbouncer.ts';

/**
 * Runs files of tests as they are, with every gateway behind a pooler of transactions: that of `PGBOUNCER_URL`, which
 * must be in front of the run's server, or one of its own where PgBouncer is installed.
 */
export function runThroughPooler(files: readonly string[]): void {
  const given = process.env.PGBOUNCER_URL;
  const canRun = given !== undefined || pgbouncerPath !== undefined;
  const own = given === undefined ? usePgBouncer() : undefined;
  beforeAll(() => {
    process.env[THROUGH_POOLER] = given ?? own?.through(inject('databaseUrl'));
  });
  // Without which all that follows would prove nothing.
  test.runIf(canRun)('gateways of this file go through the pooler', async () => {
    process.env[THROUGH_POOLER] = 'postgres://127.0.0.1:9';
    await expect(startGateway(inject('databaseUrl'))).rejects.toThrow('ECONNREFUSED');
    process.env[THROUGH_POOLER] = given ?? own?.through(inject('databaseUrl'));
  });
  for (const file of files) {
    describe.runIf(canRun)(path.basename(file), async () => {
      if (canRun) await import(path.resolve(import.meta.dirname, file));
    });
  }
}
