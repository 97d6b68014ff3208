import { totalmem } from 'node:os';

const MB = 1024 ** 2;
/** In megabytes: PostgreSQL's default, and enough for fifteen million idempotency keys. */
const MIN = 128;
const MAX = 1024;

/** In bytes, limited by the container. */
export function availableMemory(): number {
  // 0 means no limit.
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/**
 * An eighth of the memory. Random keys read any page of their index: with 256 MB, batches cost 1.4 times as much beside ten
 * million records as beside a hundred thousand. Unused buffers take no memory.
 */
export function sharedBuffers(memory: number): string {
  return `${Math.min(MAX, Math.max(MIN, Math.floor(memory / 8 / MB)))}MB`;
}
