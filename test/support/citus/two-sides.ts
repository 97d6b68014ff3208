import { type Follower, follow } from '../live/follower.ts';
import { type Account, giveValues } from '../load/account.ts';
import { runClients } from '../load/clients.ts';
import { Journal } from '../load/journal.ts';
import { Random } from '../load/random.ts';
import { Workload } from '../load/workload.ts';
import { accountOn } from './account-on.ts';
import { nodeUrl } from './cluster.ts';
import { expectExact } from './expect-exact.ts';
import { type NodeServer, serverOf } from './node-server.ts';
import type { Cluster } from './use-citus.ts';

type Side = { account: Account; journal: Journal; workload: Workload; follower: Follower };

/** The server of a worker that will fail, and the records acknowledged on it and on another worker. */
export type TwoSides = { worker: NodeServer; hit: Journal; spared: Journal };

/**
 * Records for a developer on one worker and for one on another, and follows both at a second gateway, while `disrupt`
 * has
 * the first worker fail. Then expects each acknowledged record to be stored and followed once.
 */
export async function besideAFailure(
  cluster: Cluster,
  gateways: { recording: string; following: string },
  { clients, seed, disrupt }: { clients: number; seed: number; disrupt: (sides: TwoSides) => Promise<void> },
): Promise<TwoSides> {
  const { recording: url, following } = gateways;
  const [victim, neighbour] = cluster.workers;
  if (!victim || !neighbour) throw new Error('this takes two workers');
  const worker = await serverOf(nodeUrl(cluster.url, victim));
  const open = async (port: number, seed: number): Promise<Side> => {
    const account = await accountOn(cluster, port);
    await giveValues(url, account);
    const journal = new Journal();
    const workload = new Workload({ random: new Random(seed), journal });
    return { account, journal, workload, follower: await follow({ url: following, token: account.token }) };
  };
  const sides = await Promise.all([open(victim.port, seed), open(neighbour.port, seed + 1)]);
  const [{ journal: hit }, { journal: spared }] = sides;
  const loads = sides.map(({ account, journal, workload }) =>
    runClients({ clients, ...account, workload, journal, target: () => url }),
  );
  const failing = disrupt({ worker, hit, spared }).finally(() => {
    for (const { workload } of sides) workload.stop();
  });
  await Promise.all([failing, ...loads]);
  for (const { account, journal, follower } of sides)
    await expectExact(cluster.database, { url, account, journal, follower });
  return { worker, hit, spared };
}
