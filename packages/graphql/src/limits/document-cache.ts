import type { DocumentNode } from 'graphql';

/** Characters that the cached documents may have together. Parsed, the densest take 250 bytes per character. */
const CAPACITY = 256 * 1024;

/**
 * The documents that were asked for last, parsed. It is bounded by their size, not by their number: clients that write
 * values into their documents would fill any number of places.
 */
export class DocumentCache {
  #documents = new Map<string, DocumentNode>();
  #size = 0;

  get(text: string): DocumentNode | undefined {
    const document = this.#documents.get(text);
    if (!document) return undefined;
    // The map keeps the order of insertion: the one asked for last goes to the end.
    this.#documents.delete(text);
    this.#documents.set(text, document);
    return document;
  }

  set(text: string, document: DocumentNode): void {
    if (!this.#documents.has(text)) this.#size += text.length;
    this.#documents.set(text, document);
    for (const oldest of this.#documents.keys()) {
      if (this.#size <= CAPACITY) return;
      this.#documents.delete(oldest);
      this.#size -= oldest.length;
    }
  }
}
