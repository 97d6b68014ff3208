import { type ErrorCode, errorCatalogue, invalidRequest } from '@outturn/service';
import { withMethods } from '../wire-error.ts';
import { type Json, ref } from './json.ts';

/** Messages that differ from the one of the catalogue. */
const messages: Partial<Record<ErrorCode, string>> = {
  Forbidden: 'The API key lacks the scope revenues:write.',
  'Rate Limit Exceeded': 'Too many requests. Retry after 12 seconds.',
};
const missing = { field: 'amount', message: 'is required' };

/** The name of an error code in names of components, such as `NotFound`. */
export const nameOfCode = (code: ErrorCode) => code.replaceAll(' ', '');

/** References to the shared examples of these errors. */
export function errorExamples(codes: readonly ErrorCode[]): Json {
  return Object.fromEntries(codes.map((code) => [nameOfCode(code), ref('examples', nameOfCode(code))]));
}

/** An example of each of these errors, as the answer to the recording of a revenue. */
export function sharedErrorExamples(codes: Iterable<ErrorCode>): Record<string, Json> {
  return Object.fromEntries(Array.from(codes, (code) => [nameOfCode(code), exampleOf(code)]));
}

function exampleOf(code: ErrorCode): Json {
  const details = code === 'Invalid Request' ? [missing] : undefined;
  const message = details
    ? invalidRequest(details).message
    : (messages[code] ?? errorCatalogue[code].message);
  const value = {
    code,
    message: withMethods(code, message),
    path: 'POST /v1/revenues',
    status: errorCatalogue[code].status,
    timestamp: '2024-01-15T10:30:00.125Z',
    ...(details && { details }),
  };
  return { summary: code, value };
}
