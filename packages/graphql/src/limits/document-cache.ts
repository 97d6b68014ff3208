import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Characters of all documents. Parsed, the densest take 250 bytes for each. */
const CAPACITY = 256 * 1024;

/** Bounded by size, as clients that write values into their documents send any number of them. */
export function createDocumentCache(): LRUCache<string, DocumentNode> {
  return new LRUCache({ maxSize: CAPACITY, sizeCalculation: (_, text) => text.length });
}
