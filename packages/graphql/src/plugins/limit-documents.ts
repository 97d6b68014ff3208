import type { Plugin } from 'graphql-yoga';
import { parseWithinLimits } from '../limits/document-limits.ts';

/** Refuses documents that are too large while they are parsed, and before they are validated. */
export const limitDocuments: Plugin = {
  onParse({ setParseFn }) {
    setParseFn(parseWithinLimits);
  },
};
