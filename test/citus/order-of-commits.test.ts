import { recordKinds } from '@outturn/service';
import { describe, expect, test } from 'vitest';
import { KindRegistry } from '../../packages/service/src/kinds/kind-registry.ts';
import { readCommits } from '../../packages/service/src/live/commit-log.ts';
import { useCitus } from '../support/citus/use-citus.ts';
import { openAccount } from '../support/load/account.ts';

describe('on a cluster of Citus', { tags: 'Citus' }, () => {
  const cluster = useCitus();

  // Citus rewrites `order by xid` to the selected column, which was text: followers got records twice when the numbers
  // of transactions grew by a digit.
  test('commits are read in numeric order, also where transaction numbers grow by a digit', async () => {
    const { database } = cluster;
    const { developerId } = await openAccount(database);
    await database.pool.query(
      `insert into commits (developer_id, xid, fact, ids, committed_at)
       select $1, n::text::xid8, 1, array[gen_random_uuid()], now() from generate_series(95, 104) n`,
      [developerId],
    );
    const { commits } = await readCommits(
      database,
      developerId,
      { xid: '0', seen: 0 },
      { kinds: new KindRegistry(recordKinds), waitsFor: 'server' },
    );
    expect(commits.map(({ xid }) => Number(xid))).toEqual([95, 96, 97, 98, 99, 100, 101, 102, 103, 104]);
  });
});
