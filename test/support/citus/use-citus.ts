import { randomUUID } from 'node:crypto';
import { connectDatabase, type Database, migrate } from '@outturn/service';
import { afterAll, beforeAll } from 'vitest';
import type { CreatedDatabase } from '../create-database.ts';
import { on } from '../on.ts';
import { createCitusDatabase, type Node, nodesOf } from './cluster.ts';
import { citusUrl } from './url.ts';

export type Cluster = {
  readonly url: string;
  readonly database: Database;
  readonly coordinator: Node;
  readonly workers: readonly Node[];
  /** The worker that has the records of a developer. */
  workerOf(developerId: string): Promise<Node>;
};

/** A migrated database on the cluster of `CITUS_URL` for the tests of one file. */
export function useCitus({ joined }: { joined?: number } = {}): Cluster {
  let created: CreatedDatabase | undefined;
  let opened: { database: Database; nodes: Awaited<ReturnType<typeof nodesOf>> } | undefined;
  beforeAll(async () => {
    const name = `outturn_citus_${randomUUID().replaceAll('-', '')}`;
    const clusterUrl = citusUrl ?? '';
    created = await createCitusDatabase(clusterUrl, name, joined);
    const database = await connectDatabase({ url: created.url, poolSize: 6 });
    opened = { database, nodes: await nodesOf(clusterUrl) };
    await migrate(database);
  });
  afterAll(async () => {
    await opened?.database.close();
    await created?.remove();
  });
  return {
    get url() {
      return there(created).url;
    },
    get database() {
      return there(opened).database;
    },
    get coordinator() {
      return there(opened).nodes.coordinator;
    },
    get workers() {
      return there(opened).nodes.workers;
    },
    async workerOf(developerId) {
      const [node] = await on<Node>(
        there(created).url,
        `select nodename as host, nodeport as port from pg_dist_placement join pg_dist_node using (groupid)
         where shardid = get_shard_id_for_distribution_column('revenues', '${developerId}')`,
      );
      return there(node);
    },
  };
}

function there<T>(value: T | undefined): T {
  if (value !== undefined) return value;
  throw new Error('the cluster is there from beforeAll to afterAll');
}
