import type { Plugin } from 'graphql-yoga';
import { failureOfDocument, setHttp, toGraphqlError } from '../wire-error.ts';

/** Gives errors of the document itself our codes, and an answer without any result the status of its failure. */
export const nameErrors: Plugin = {
  onResultProcess({ result, setResult }) {
    if (Array.isArray(result) || Symbol.asyncIterator in result || !result.errors) return;
    const errors = result.errors.map((error) => (error.extensions?.status ? error : toGraphqlError(error)));
    const failure = failureOfDocument(result.data, errors);
    setHttp(errors, failure);
    const { data, ...rest } = result;
    // GraphQL over HTTP: an answer with data has the status 200.
    setResult({ ...rest, ...(!failure && data !== undefined && { data }), errors });
  },
};
