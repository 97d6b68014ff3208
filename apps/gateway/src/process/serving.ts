import type { Database } from '@outturn/service';
import type { DashboardBuild } from '../http/dashboard/build.ts';
import type { GatewayOptions } from './gateway.ts';

export type ServingOptions = GatewayOptions & {
  dashboard: DashboardBuild;
  workers: number;
  /** It has ended by itself. */
  onEnd: () => void;
};

/** What runs after `outturn serve` has started it, in one process or in several. */
export type Serving = {
  port: number;
  withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** Told when a build begins and ends, where pages are served by other processes. */
  buildsDashboard?(isBuilding: boolean): void;
  /** Answers what is in flight, then ends. Resolves to whether nothing had to be cut off. */
  close(): Promise<boolean>;
};
