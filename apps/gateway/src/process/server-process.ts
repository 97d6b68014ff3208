import type { Database } from '@outturn/service';
import type { GatewayOptions } from './gateway.ts';

/** Time for requests in flight after SIGTERM, in milliseconds. */
export const SHUTDOWN_TIMEOUT = 20_000;

export type ServingOptions = GatewayOptions & {
  workers: number;
  /** Called when all serving processes have failed. */
  onEnd: () => void;
};

export type Serving = {
  port: number;
  withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** Informs the worker processes. */
  beginsToStop?(): void;
  /** Resolves to false if requests were cut off. */
  close(): Promise<boolean>;
};
