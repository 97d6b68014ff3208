import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/**
 * Characters of all documents together. A parsed document takes up to 250 bytes for each, so this is 64 MiB at most.
 */
const CAPACITY = 256 * 1024;

/**
 * Parsed documents by their text. Bounded by size and not by number, because clients that write values into their
 * documents send any number of different ones.
 */
export function createDocumentCache(): LRUCache<string, DocumentNode> {
  return new LRUCache({ maxSize: CAPACITY, sizeCalculation: (_, text) => text.length });
}
