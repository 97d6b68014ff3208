import type { CreatedDatabase } from '../create-database.ts';
import { on } from '../on.ts';

/** A node of a cluster, as the coordinator reaches it. */
export type Node = { host: string; port: number };

/**
 * Creates a database of this name on every node, joined to a cluster of its own; `joined` limits how many workers take
 * part. Returns the coordinator's URL.
 */
export async function createCitusDatabase(
  clusterUrl: string,
  name: string,
  joined = Number.POSITIVE_INFINITY,
): Promise<CreatedDatabase> {
  const { coordinator, workers } = await nodesOf(clusterUrl);
  for (const node of [...workers, coordinator]) {
    await on(nodeUrl(clusterUrl, node), `create database ${name}`);
    await on(nodeUrl(clusterUrl, node, name), 'create extension citus');
    // Some versions install it by default, with tables of its own.
    await on(nodeUrl(clusterUrl, node, name), 'drop extension if exists citus_columnar cascade');
  }
  const url = databaseUrl(clusterUrl, name);
  await on(url, `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`);
  for (const { host, port } of workers.slice(0, joined))
    await on(url, `select citus_add_node('${host}', ${port})`);
  return {
    url,
    async remove() {
      for (const node of [coordinator, ...workers])
        await on(nodeUrl(clusterUrl, node), `drop database if exists ${name} with (force)`);
    },
  };
}

/** The nodes that the coordinator knows. */
export async function nodesOf(clusterUrl: string): Promise<{ coordinator: Node; workers: Node[] }> {
  const rows = await on<Node & { groupid: number }>(
    clusterUrl,
    'select nodename as host, nodeport as port, groupid from pg_dist_node where isactive order by groupid',
  );
  const coordinator = rows.find(({ groupid }) => groupid === 0);
  if (!coordinator) throw new Error(`${clusterUrl} is no coordinator that knows where it is`);
  return { coordinator, workers: rows.filter((row) => row !== coordinator) };
}

/** A database of a node; by default the one of the cluster's URL. */
export function nodeUrl(clusterUrl: string, { host, port }: Node, database?: string): string {
  const url = new URL(clusterUrl);
  url.hostname = host;
  url.port = String(port);
  return database === undefined ? url.href : databaseUrl(url.href, database);
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
