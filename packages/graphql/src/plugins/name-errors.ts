import type { Plugin } from 'graphql-yoga';
import { failureOfDocument, setHttp, toGraphqlError } from '../wire-error.ts';

/**
 * Brings errors into the form of this API: those that graphql-js has found in the document get our codes. If no field
 * was answered because of a passing failure, such as a database that is away, the response gets the status of this
 * failure, so that clients retry it.
 */
export const nameErrors: Plugin = {
  onResultProcess({ result, setResult }) {
    if (Array.isArray(result) || Symbol.asyncIterator in result || !result.errors) return;
    const errors = result.errors.map((error) => (error.extensions?.status ? error : toGraphqlError(error)));
    const failure = failureOfDocument(result.data, errors);
    setHttp(errors, failure);
    // GraphQL over HTTP gives an answer with `data` the status 200, so `data` is left out where the status is
    // another.
    const { data, ...rest } = result;
    // GraphQL over HTTP: an answer with data has the status 200.
    setResult({ ...rest, ...(!failure && data !== undefined && { data }), errors });
  },
};
