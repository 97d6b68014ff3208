import { setTimeout as sleep } from 'node:timers/promises';
import { foldRollups } from '../../../packages/service/src/rollups/rollup-deltas.ts';
import { withPostgres } from './private-postgres.ts';

/**
 * Folds the notes of a developer into the rollups in a loop, far more often than gateways do, until `isOver`. A failed
 * attempt is repeated. Resolves to how many records it folded.
 */
export function foldMeanwhile(url: string, developerId: string, isOver: () => boolean): Promise<number> {
  return withPostgres(url, async (database) => {
    let folded = 0;
    for (; !isOver(); await sleep(5))
      folded += await foldRollups(database, developerId).then(
        (fold) => fold.folded,
        () => 0,
      );
    return folded;
  });
}
