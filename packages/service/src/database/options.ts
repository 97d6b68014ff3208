import type { EntitySchema } from '@mikro-orm/core';
import type { Observer } from '../base/observer.ts';

export type DatabaseOptions = {
  url: string;
  /**
   * Where PostgreSQL itself is, when `url` leads through a pooler that gives every transaction another session: for locks
   * and notices, which need one that lasts.
   */
  directUrl?: string | undefined;
  /** Streaming replicas that may answer questions. */
  replicaUrls?: readonly string[];
  /** Whether statements are prepared under names; poolers of transactions may not know any. */
  hasPreparedStatements?: boolean;
  /** Connections in all pools together. */
  connections?: number | undefined;
  /** Connections for low-rate work, where that is all there is to do. */
  poolSize?: number;
  /** Milliseconds that a list may take. Questions of analytics have a time of their own: see `analytics/snapshot.ts`. */
  readTimeout?: number;
  /** Milliseconds that a statement may wait for a connection. */
  patience?: number;
  /** Milliseconds after which a short statement is given up that PostgreSQL has not answered. */
  silence?: number;
  /** The same for all other work on the primary, some of which may take as long as there is data; never, if absent. */
  longSilence?: number;
  log?: (message: string) => void;
  observer?: Observer;
};

/** The tables that MikroORM knows. */
export type Entities = readonly EntitySchema[];
