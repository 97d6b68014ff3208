import { OutturnError } from '@outturn/service';
import type { Plugin } from 'graphql-yoga';
import { contextOf } from './server-context.ts';

/** Nothing is read, parsed, validated or introspected for a caller who is not known. */
export const requireCaller: Plugin = {
  onRequestParse({ serverContext }) {
    const { principal } = contextOf(serverContext).exchange.call;
    if (principal instanceof OutturnError) throw principal;
  },
};
