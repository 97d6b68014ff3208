import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { besideAFailure } from '../support/citus/two-sides.ts';
import { useCitus } from '../support/citus/use-citus.ts';
import { acknowledgedMore } from '../support/load/acknowledged-more.ts';
import { figure, report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';

const CRASHES = figure(3, 20);
const ITEMS_PER_LIFE = 200;
const CLIENTS = 16;

describe('on a cluster of Citus', { tags: 'Citus' }, () => {
  const cluster = useCitus();
  const gateways = useGateways();

  test(`${CRASHES} immediate stops of a worker under load lose and double nothing, and calls to other workers do not fail`, {
    timeout: 900_000,
  }, async () => {
    const [recording, following] = await Promise.all([
      gateways.start(cluster.url),
      gateways.start(cluster.url),
    ]);
    const { hit, spared } = await besideAFailure(
      cluster,
      { recording: recording.url, following: following.url },
      {
        clients: CLIENTS / 2,
        seed: 41,
        async disrupt({ worker, hit, spared }) {
          for (let i = 0; i < CRASHES; i++) {
            await acknowledgedMore(hit, ITEMS_PER_LIFE);
            await worker.crash();
            await acknowledgedMore(spared, ITEMS_PER_LIFE);
            await sleep(i % 3 === 2 ? 7_000 : 100);
            await worker.start();
          }
          await acknowledgedMore(hit, ITEMS_PER_LIFE);
        },
      },
    );

    expect(spared.disturbances).toEqual({});
    expect(Object.keys(hit.disturbances).filter((reason) => reason !== 'Server Error')).toEqual([]);
    report(
      `${CRASHES} immediate stops of one of ${cluster.workers.length} workers under ${CLIENTS} clients: of ` +
        `${hit.acknowledged.size} acknowledged records on it and ${spared.acknowledged.size} beside it 0 lost, 0 doubled, each followed once; beside it no call failed`,
    );
  });
});
