import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Characters that the cached documents may have together. Parsed, the densest take 250 bytes per character. */
const CAPACITY = 256 * 1024;

/**
 * The documents that were used last, parsed. It is bounded by their size, not by their number: clients that write values
 * into their documents would fill any number of places.
 */
export function createDocumentCache(): LRUCache<string, DocumentNode> {
  return new LRUCache({ maxSize: CAPACITY, sizeCalculation: (_, text) => text.length });
}
