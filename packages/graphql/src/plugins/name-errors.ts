import type { Plugin } from 'graphql-yoga';
import { toGraphqlError } from '../wire-error.ts';

/** Gives errors of the document itself our codes. */
export const nameErrors: Plugin = {
  onResultProcess({ result, setResult }) {
    if (Array.isArray(result) || Symbol.asyncIterator in result || !result.errors) return;
    const errors = result.errors.map((error) => (error.extensions?.status ? error : toGraphqlError(error)));
    setResult({ ...result, errors });
  },
};
