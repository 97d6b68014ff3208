import type { EntitySchema } from '@mikro-orm/core';
import type { Observer } from '../base/observer.ts';

export type DatabaseOptions = {
  url: string;
  /** PostgreSQL behind a connection pooler, for locks and notices. */
  directUrl?: string | undefined;
  replicaUrls?: readonly string[];
  /** False for poolers that do not track prepared statements. */
  hasPreparedStatements?: boolean;
  connections?: number | undefined;
  /** Overrides the size of the commands pool. */
  poolSize?: number;
  /** Milliseconds for lists; analytics has its own. */
  readTimeout?: number;
  /** Timeout to obtain a connection, in milliseconds. */
  connectTimeout?: number;
  /** Milliseconds without an answer to a short statement. */
  answerTimeout?: number;
  /** `answerTimeout` of the commands pool. Default: none, because migrations take long. */
  commandTimeout?: number;
  log?: (message: string) => void;
  observer?: Observer;
};

export type Entities = readonly EntitySchema[];
