import { totalmem } from 'node:os';

const MB = 1024 ** 2;
/** In megabytes: PostgreSQL's own default, and what fifteen million idempotency keys fit into. */
const LEAST = 128;
const MOST = 1024;

/** The memory that this process may have, in bytes: the machine's, or what its container leaves it. */
export function availableMemory(): number {
  // 0 where there is no limit.
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/**
 * The pages that PostgreSQL keeps for itself: an eighth of the memory, within bounds. Keys come to any page of their index,
 * and each that is not there is read for its record: with 256 MB, batches cost 1.4 times as much beside ten million records
 * as beside a hundred thousand. What is never used takes no memory.
 */
export function sharedBuffers(memory: number): string {
  return `${Math.min(MOST, Math.max(LEAST, Math.floor(memory / 8 / MB)))}MB`;
}
