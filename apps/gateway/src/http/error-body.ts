import type { IncomingMessage } from 'node:http';
import { graphqlFailure } from '@outturn/graphql';
import { sentPath, toWireError } from '@outturn/rest';
import type { OutturnError } from '@outturn/service';
import { trpcFailure } from '@outturn/trpc';

/** For requests that did not reach their surface. Unreadable requests get the REST error object. */
export function errorBody(
  error: OutturnError,
  {
    method = 'UNKNOWN',
    url = '/',
    headers,
  }: Partial<Pick<IncomingMessage, 'method' | 'url' | 'headers'>> = {},
): { type: string; text: string } {
  const path = sentPath(url);
  if (path === '/graphql') {
    const isKnown = headers?.accept?.includes(GRAPHQL_RESPONSE);
    return { type: isKnown ? GRAPHQL_RESPONSE : JSON_TYPE, text: JSON.stringify(graphqlFailure(error)) };
  }
  const body = path.startsWith('/trpc/') ? trpcFailure(error, path) : toWireError(error, method, url);
  return { type: JSON_TYPE, text: JSON.stringify(body) };
}

const JSON_TYPE = 'application/json';
/** Source: GraphQL over HTTP. */
const GRAPHQL_RESPONSE = 'application/graphql-response+json';
