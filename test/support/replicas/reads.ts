import { scrape, sumOf } from '../metrics.ts';

/** How many questions of a gateway each kind of server has answered so far. */
export type Reads = { replicas: number; primary: number; conflicts: number; behind: number };

export async function readsOf(url: string): Promise<Reads> {
  const { samples } = await scrape(url);
  const all = sumOf(samples, 'outturn_reads_total');
  const primary = sumOf(samples, 'outturn_reads_total', { server: 'primary' });
  const because = (reason: string) => sumOf(samples, 'outturn_replica_fallbacks_total', { reason });
  return {
    replicas: all - primary,
    primary,
    conflicts: because('conflict'),
    behind: because('behind'),
  };
}

/** How many replicas a gateway uses. */
export async function replicasInUse(url: string): Promise<number> {
  return sumOf((await scrape(url)).samples, 'outturn_replica_up');
}
