import type { Plugin } from 'graphql-yoga';
import { contextOf } from './server-context.ts';

/** Refuses a caller before any parsing or introspection. */
export const requireCaller: Plugin = {
  onRequestParse({ serverContext }) {
    const { refusal } = contextOf(serverContext);
    if (refusal) throw refusal;
  },
};
