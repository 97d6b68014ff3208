import { type ErrorCode, errorCatalogue, isMutation } from '@outturn/service';
import { hasBody, type Route } from '../routes.ts';
import { answerSchema } from './answer-schemas.ts';
import { errorExamples, nameOfCode } from './error-examples.ts';
import { answerExamples } from './examples.ts';
import { headerRefs } from './headers.ts';
import { type Json, ref } from './json.ts';
import { isPage } from './schema-names.ts';

const descriptions: Record<number, string> = {
  400: 'Invalid request format or parameters.',
  401: 'Missing or invalid API key.',
  403: 'The API key lacks permission for the operation: see `x-required-scope`.',
  404: 'Resource not found.',
  429: 'Rate limit exceeded.',
  500: 'Server error.',
};
/** Headers that tell what to do after an error. */
const headersOf: Partial<Record<ErrorCode, string>> = {
  Unauthorized: 'WWW-Authenticate',
  'Rate Limit Exceeded': 'Retry-After',
  'Server Error': 'Retry-After',
};

export function responsesOf(route: Route): Record<string, Json> {
  const { operation } = route;
  const failures = failuresOf(route);
  return {
    [route.status]: success(route, route.status),
    ...(operation.kind === 'command' && operation.isCreated && { 201: success(route, 201) }),
    ...Object.fromEntries(
      [...failures].map(([status, codes]) => [status, ref('responses', failureName(codes))]),
    ),
  };
}

/** The errors that a route can answer with, by status. */
function failuresOf(route: Route): Map<number, ErrorCode[]> {
  return Map.groupBy(errorsOf(route), (code) => errorCatalogue[code].status);
}

export function errorsOf(route: Route): ErrorCode[] {
  const { operation } = route;
  const { errors = [] } = operation;
  const hasOnlyId = route.path.endsWith('{id}');
  return [
    ...(hasOnlyId ? [] : (['Invalid Request'] as const)),
    ...(hasOnlyId ? (['Invalid ID'] as const) : []),
    ...(hasBody(route) ? (['Invalid JSON'] as const) : []),
    ...(errors.includes('Already Exists') ? (['Already Exists'] as const) : []),
    ...(isMutation(operation) ? (['Idempotency Key Reused'] as const) : []),
    'Unauthorized',
    'Forbidden',
    ...(errors.includes('Not Found') ? (['Not Found'] as const) : []),
    'Rate Limit Exceeded',
    'Server Error',
  ];
}

/** One response for each set of errors of one status that some route can answer with. */
export function sharedResponses(routes: readonly Route[]): Record<string, Json> {
  const sets = routes.flatMap((route) => [...failuresOf(route).values()]);
  return Object.fromEntries(sets.map((codes) => [failureName(codes), failure(codes)]));
}

/** Such as `InvalidRequestOrInvalidJSON`. */
const failureName = (codes: readonly ErrorCode[]) => codes.map(nameOfCode).join('Or');

function failure(codes: readonly ErrorCode[]): Json {
  const [first] = codes;
  const examples = errorExamples(codes);
  return {
    description: first && descriptions[errorCatalogue[first].status],
    headers: headerRefs(...codes.flatMap((code) => headersOf[code] ?? [])),
    content: { 'application/json': { schema: ref('schemas', 'Error'), examples } },
  };
}

function success(route: Route, status: Route['status']): Json {
  const own = [
    ...(isMutation(route.operation) ? ['Idempotent-Replayed'] : []),
    ...(isPage(route) ? ['Link'] : []),
    ...(route.operation.kind === 'record-batch' ? ['Retry-After'] : []),
  ];
  const headers = headerRefs(...own);
  if (status === 204) return { description: 'Successful, no data returned.', headers };
  return {
    description: status === 201 ? 'Resource created.' : 'Request successful, data returned.',
    headers,
    content: { 'application/json': { schema: answerSchema(route), examples: answerExamples(route) } },
  };
}
