import { OutturnError, toOutturnError } from '@outturn/service';
import { GraphQLError } from 'graphql';
import type { GraphQLHTTPExtensions } from 'graphql-yoga';

/** Any error as the GraphQL surface shows it: our code in `extensions.code`, and nothing that is not for callers. */
export function toGraphqlError(error: unknown): GraphQLError {
  const located = error instanceof GraphQLError ? error : undefined;
  const { code, message, details, status, retryAfter } = ourErrorOf(error);
  const http = httpOf({ code, status, retryAfter }, located);
  return new GraphQLError(message, {
    nodes: located?.nodes,
    source: located?.source,
    positions: located?.positions,
    path: located?.path,
    extensions: { code, status, ...(details?.length && { details }), ...(http && { http }) },
  });
}

/** The body of an answer to a request that never came to be one of GraphQL. */
export function graphqlFailure({ code, status, message }: OutturnError) {
  return { errors: [{ message, extensions: { code, status } }] };
}

/**
 * The error of our catalogue behind any error: what an operation threw; `Invalid Request` for what is wrong with the
 * request itself (parameters, syntax, validation, variables); `Server Error` for all else, which stays as its cause.
 */
function ourErrorOf(error: unknown): OutturnError {
  const thrown = unwrap(error);
  if (!(error instanceof GraphQLError && thrown instanceof GraphQLError)) return toOutturnError(thrown);
  // An error at a field that points to no place in the document is about the field's value: a fault of ours.
  if (error.path !== undefined && thrown.nodes === undefined) return toOutturnError(new Error(error.message));
  return new OutturnError('Invalid Request', { message: shorten(error.message) });
}

/** The cause of a `Server Error` that no operation raised; undefined for every other error. */
export function unexpectedCause(error: unknown): unknown {
  return unwrap(error) instanceof OutturnError ? undefined : ourErrorOf(error).cause;
}

/** What was thrown, without what graphql-js put around it. */
function unwrap(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? unwrap(error.originalError) : error;
}

/** Messages about a document quote from it. */
function shorten(message: string): string {
  return message.length > 1000 ? `${message.slice(0, 1000)}…` : message;
}

/** How the response changes: a request that fails as a whole has the status of its error, one field does not. */
function httpOf(
  { code, status, retryAfter }: Pick<OutturnError, 'code' | 'status' | 'retryAfter'>,
  located: GraphQLError | undefined,
): GraphQLHTTPExtensions | undefined {
  const headers = {
    ...located?.extensions.http?.headers,
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...(code === 'Unauthorized' && { 'WWW-Authenticate': 'Bearer' }),
  };
  if (located?.path) return Object.keys(headers).length > 0 ? { headers } : undefined;
  // For a document that is wrong in itself, `spec` lets Yoga answer as GraphQL over HTTP says for each media type.
  return { status, ...(located?.nodes && { spec: true }), ...located?.extensions.http, headers };
}
