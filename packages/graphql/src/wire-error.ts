import { OutturnError, passingFailureOf, toOutturnError } from '@outturn/service';
import { GraphQLError } from 'graphql';
import type { GraphQLHTTPExtensions } from 'graphql-yoga';

/** Hides internal errors; `extensions.code` is ours. */
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

/** The failure of a document that answers no field, if a retry may help. */
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

/** For a request that GraphQL never saw. */
export function graphqlFailure({ code, status, message }: OutturnError) {
  return { errors: [{ message, extensions: { code, status } }] };
}

/** Operations' errors stay; faults of the request become `Invalid Request`; others become `Server Error`, with the cause. */
function ourErrorOf(error: unknown): OutturnError {
  const thrown = unwrap(error);
  if (!(error instanceof GraphQLError && thrown instanceof GraphQLError)) return toOutturnError(thrown);
  // A field error without a place in the document concerns the field's value, which is our fault.
  if (error.path !== undefined && thrown.nodes === undefined) return toOutturnError(new Error(error.message));
  return new OutturnError('Invalid Request', { message: shorten(error.message) });
}

/** Undefined unless the surface itself failed. */
export function unexpectedCause(error: unknown): unknown {
  return unwrap(error) instanceof OutturnError ? undefined : ourErrorOf(error).cause;
}

/** graphql-js wraps errors. */
function unwrap(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? unwrap(error.originalError) : error;
}

/** Messages quote the document. */
function shorten(message: string): string {
  return message.length > 1000 ? `${message.slice(0, 1000)}…` : message;
}

/** Sets the longest of the waits, and the status of a document that failed as a whole. */
export function setHttp(errors: readonly GraphQLError[], failure: OutturnError | undefined): void {
  const { retryAfter } = passingFailureOf(errors.map(ourErrorOf)) ?? {};
  if (retryAfter === undefined) return;
  for (const { extensions } of errors) {
    const headers = { ...extensions.http?.headers, 'Retry-After': String(retryAfter) };
    extensions.http = { ...extensions.http, ...(failure && { status: failure.status }), headers };
  }
}

/** Only a request that fails as a whole has the error's status. */
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
  // `spec` lets Yoga choose the status by media type for an invalid document.
  return { status, ...(located?.nodes && { spec: true }), ...located?.extensions.http, headers };
}
