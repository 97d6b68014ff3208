import type { Plugin } from 'graphql-yoga';
import { toGraphqlError } from '../wire-error.ts';

/** Errors of the document itself, which no resolver raised, get our names too. */
export const nameErrors: Plugin = {
  onResultProcess({ result, setResult }) {
    if (Array.isArray(result) || Symbol.asyncIterator in result || !result.errors) return;
    const errors = result.errors.map((error) => (error.extensions?.status ? error : toGraphqlError(error)));
    setResult({ ...result, errors });
  },
};
