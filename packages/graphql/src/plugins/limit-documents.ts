import type { Plugin } from 'graphql-yoga';
import { parseWithinLimits } from '../limits/document-limits.ts';

/** Runs before validation. */
export const limitDocuments: Plugin = {
  onParse({ setParseFn }) {
    setParseFn(parseWithinLimits);
  },
};
