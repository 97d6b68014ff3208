import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { besideAFailure } from '../support/citus/two-sides.ts';
import { useCitus } from '../support/citus/use-citus.ts';
import { acknowledgedMore } from '../support/load/acknowledged-more.ts';
import { report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';

/** Longer than the timeout of a short statement. */
const SILENCE = 30_000;

describe('on a cluster of Citus', { tags: 'Citus' }, () => {
  const cluster = useCitus();
  const gateways = useGateways();

  test('a worker that falls silent under load loses and doubles nothing, and a gateway starts meanwhile', {
    timeout: 600_000,
  }, async () => {
    const [recording, following] = await Promise.all([
      gateways.start(cluster.url),
      gateways.start(cluster.url),
    ]);
    let meanwhile = 0;
    const { hit, spared } = await besideAFailure(
      cluster,
      { recording: recording.url, following: following.url },
      {
        clients: 8,
        seed: 51,
        async disrupt({ worker, hit, spared }) {
          await acknowledgedMore(hit, 100);
          const speak = await worker.fallSilent();
          try {
            const before = spared.acknowledged.size;
            await Promise.all([sleep(SILENCE), gateways.start(cluster.url)]);
            meanwhile = spared.acknowledged.size - before;
          } finally {
            speak();
          }
          await acknowledgedMore(hit, 100);
        },
      },
    );

    expect(meanwhile).toBeGreaterThan(100);
    // Statements that wait for the worker hold connections, so other calls are asked to retry.
    expect(Object.keys(spared.disturbances).filter((reason) => reason !== 'Rate Limit Exceeded')).toEqual([]);
    report(
      `one of ${cluster.workers.length} workers silent for half a minute or more: of ${hit.acknowledged.size} acknowledged records on it and ${spared.acknowledged.size} beside it 0 lost, 0 doubled, each followed once; beside it ${meanwhile} were recorded meanwhile, and ${spared.disturbances['Rate Limit Exceeded'] ?? 0} calls were asked to come again`,
    );
  });
});
