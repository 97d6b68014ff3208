import { OutturnError, passingFailureOf, toOutturnError } from '@outturn/service';
import { GraphQLError } from 'graphql';
import type { GraphQLHTTPExtensions } from 'graphql-yoga';

/** An error as the client gets it: with our code in `extensions.code`, and without what went wrong inside. */
export function toGraphqlError(error: unknown): GraphQLError {
  const located = error instanceof GraphQLError ? error : undefined;
  const ours = ourErrorOf(error);
  const { code, message, details, status, retryAfter } = ours;
  const http = httpOf({ code, status, retryAfter }, located);
  return new GraphQLError(message, {
    nodes: located?.nodes,
    source: located?.source,
    positions: located?.positions,
    path: located?.path,
    originalError: ours,
    extensions: { code, status, ...(details?.length && { details }), ...(http && { http }) },
  });
}

/**
 * The failure of a document of which no field was answered, if a retry may help. The response then has its status;
 * with an answer to any field it has the status 200.
 */
export function failureOfDocument(
  data: Record<string, unknown> | null | undefined,
  errors: readonly GraphQLError[],
): OutturnError | undefined {
  const failed = new Set(errors.map(({ path }) => path?.[0]));
  const isAnswered = Object.entries(data ?? {}).some(
    ([field, value]) => field !== '__typename' && (value !== null || !failed.has(field)),
  );
  return isAnswered ? undefined : passingFailureOf(errors.map(ourErrorOf));
}

/** The body of the response to a request that GraphQL never saw. */
export function graphqlFailure({ code, status, message }: OutturnError) {
  return { errors: [{ message, extensions: { code, status } }] };
}

/**
 * The error of ours behind an error of graphql-js. Errors of operations are wrapped in one; faults of the document
 * become `Invalid Request`; everything else is `Server Error`, with the cause for the log.
 */
function ourErrorOf(error: unknown): OutturnError {
  const thrown = unwrap(error);
  if (!(error instanceof GraphQLError && thrown instanceof GraphQLError)) return toOutturnError(thrown);
  // An error with a path but without a place in the document is about the value of a field, which we have made.
  if (error.path !== undefined && thrown.nodes === undefined) return toOutturnError(new Error(error.message));
  return new OutturnError('Invalid Request', { message: shorten(error.message) });
}

/**
 * The cause of a failure inside this surface, for the log. Undefined if the service has thrown the error, which it logs
 * itself.
 */
export function unexpectedCause(error: unknown): unknown {
  return unwrap(error) instanceof OutturnError ? undefined : ourErrorOf(error).cause;
}

/** graphql-js wraps errors, also several times. */
function unwrap(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? unwrap(error.originalError) : error;
}

/** The messages of graphql-js quote the document, which may be long. */
function shorten(message: string): string {
  return message.length > 1000 ? `${message.slice(0, 1000)}…` : message;
}

/**
 * Gives the response the longest of the waits that its errors ask for, and the status of a document that failed as a
 * whole.
 */
export function setHttp(errors: readonly GraphQLError[], failure: OutturnError | undefined): void {
  const { retryAfter } = passingFailureOf(errors.map(ourErrorOf)) ?? {};
  if (retryAfter === undefined) return;
  for (const { extensions } of errors) {
    const headers = { ...extensions.http?.headers, 'Retry-After': String(retryAfter) };
    extensions.http = { ...extensions.http, ...(failure && { status: failure.status }), headers };
  }
}

/** The status and headers for one error. Only a request that failed as a whole has the status of its error. */
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
  // `spec` lets Yoga choose the status of an invalid document: it depends on the media type that the client accepts.
  return { status, ...(located?.nodes && { spec: true }), ...located?.extensions.http, headers };
}
