import type { Plugin } from 'graphql-yoga';
import { parseWithinLimits } from '../limits/document-limits.ts';

/** Parses with limits, before validation, which an expensive document would keep busy. */
export const limitDocuments: Plugin = {
  onParse({ setParseFn }) {
    setParseFn(parseWithinLimits);
  },
};
