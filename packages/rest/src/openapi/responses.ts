import { isMutation } from '@outturn/service';
import type { Route } from '../route.ts';
import { answerSchema } from './answer-schemas.ts';
import { errorExamples, sharedErrorExample } from './error-examples.ts';
import { answerExample } from './examples.ts';
import { headerRefs } from './headers.ts';
import { type Json, ref } from './json.ts';
import { isList } from './schema-names.ts';

const errorSchemaRef = ref('schemas', 'Error');

export const sharedResponses: Record<string, Json> = {
  Unauthorized: failure(
    'Missing or invalid API key.',
    sharedErrorExample('Unauthorized'),
    'WWW-Authenticate',
  ),
  RateLimitExceeded: failure(
    'Rate limit exceeded.',
    sharedErrorExample('Rate Limit Exceeded', 'Too many requests. Retry after 12 seconds.'),
    'Retry-After',
  ),
  ServerError: failure('Server error.', sharedErrorExample('Server Error'), 'Retry-After'),
};

export function responsesOf(route: Route): Record<string, Json> {
  const { operation } = route;
  const { errors = [] } = operation;
  return {
    [route.status]: success(route, route.status),
    ...(operation.kind === 'command' && operation.isCreated && { 201: success(route, 201) }),
    400: failure('Invalid request format or parameters.', errorExamples(route, 400)),
    401: ref('responses', 'Unauthorized'),
    403: failure('The API key lacks permission for the operation.', errorExamples(route, 403)),
    ...(errors.includes('Not Found') && { 404: failure('Resource not found.', errorExamples(route, 404)) }),
    429: ref('responses', 'RateLimitExceeded'),
    500: ref('responses', 'ServerError'),
  };
}

function success(route: Route, status: Route['status']): Json {
  const own = [
    ...(isMutation(route.operation) ? ['Idempotent-Replayed'] : []),
    ...(isList(route) ? ['Link'] : []),
    ...(route.operation.kind === 'record-batch' ? ['Retry-After'] : []),
  ];
  const headers = headerRefs(...own);
  if (status === 204) return { description: 'Successful, no data returned.', headers };
  return {
    description: status === 201 ? 'Resource created.' : 'Request successful, data returned.',
    headers,
    content: { 'application/json': { schema: answerSchema(route), example: answerExample(route) } },
  };
}

function failure(description: string, examples: Json, ...headers: string[]): Json {
  return {
    description,
    headers: headerRefs(...headers),
    content: { 'application/json': { schema: errorSchemaRef, examples } },
  };
}
