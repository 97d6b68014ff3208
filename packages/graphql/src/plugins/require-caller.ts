import type { Plugin } from 'graphql-yoga';
import { contextOf } from './server-context.ts';

/** Nothing is read, parsed, validated or introspected for a caller who is refused. */
export const requireCaller: Plugin = {
  onRequestParse({ serverContext }) {
    const { refusal } = contextOf(serverContext);
    if (refusal) throw refusal;
  },
};
