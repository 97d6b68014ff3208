import type { Plugin } from 'graphql-yoga';
import { contextOf } from './server-context.ts';

/**
 * Refuses an unknown caller before anything is parsed, so that callers without a key can neither cause work nor see
 * the schema.
 */
export const requireCaller: Plugin = {
  onRequestParse({ serverContext }) {
    const { refusal } = contextOf(serverContext);
    if (refusal) throw refusal;
  },
};
