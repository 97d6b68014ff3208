import { chargeAtLeastOnce, type Exchange, identified, type Service, streamHeaders } from '@outturn/service';
import type { GraphQLSchema } from 'graphql';
import { createYoga, type YogaServerInstance } from 'graphql-yoga';
import { breakableStream } from './breakable-stream.ts';
import { createDocumentCache } from './limits/document-cache.ts';
import { explainNotAcceptable } from './plugins/explain-not-acceptable.ts';
import { limitAnswers } from './plugins/limit-answers.ts';
import { limitDocuments } from './plugins/limit-documents.ts';
import { nameErrors } from './plugins/name-errors.ts';
import { noIntrospection } from './plugins/no-introspection.ts';
import { readParams } from './plugins/read-params.ts';
import { requireCaller } from './plugins/require-caller.ts';
import type { ServerContext } from './plugins/server-context.ts';
import { showPlans } from './plugins/show-plans.ts';
import { buildSchema, ownSchema } from './schema.ts';
import { graphqlFailure, toGraphqlError, unexpectedCause } from './wire-error.ts';

export { createDocumentEngine } from './document-engine.ts';
export { graphiqlPage, graphiqlPolicy, graphiqlScript } from './graphiql.ts';
export { buildSchema, graphqlFailure, ownSchema };

export type GraphqlOptions = {
  service: Service;
  /** Defaults to the product's. */
  schema?: GraphQLSchema;
  /** Allows introspection. */
  isDevelopment: boolean;
  /** Receives errors of this surface, which callers see as `Server Error`. The service reports its own. */
  onUnexpectedError?: (cause: unknown) => void;
};

/**
 * Answers `/graphql` with GraphQL Yoga. The plugins run in the order of the list: the caller, the parameters, the
 * limits on the document, and then what belongs to the answer. Yoga starts with the first request, which the schema is
 * built for.
 *
 * Yoga's own features that the server has already (limits on bodies, CORS, health checks, pages) are off.
 */
export function createGraphql({
  service,
  schema,
  isDevelopment,
  onUnexpectedError,
}: GraphqlOptions): (request: Request, exchange: Exchange) => Promise<Response> {
  let yoga: YogaServerInstance<ServerContext, object> | undefined;
  const createOwn = () =>
    createYoga<ServerContext>({
      schema: schema ?? ownSchema(),
      graphiql: false,
      logging: false,
      landingPage: false,
      // Yoga would answer any URL that ends with this as a health check, and no URL ends with a space.
      healthCheckEndpoint: ' ',
      cors: false,
      multipart: false,
      // The server limits the body.
      maxRequestBodySize: false,
      parserAndValidationCache: { documentCache: createDocumentCache(), errorCache: noCache },
      maskedErrors: {
        maskError(error) {
          const cause = unexpectedCause(error);
          if (cause !== undefined) onUnexpectedError?.(cause);
          return toGraphqlError(error);
        },
      },
      plugins: [
        requireCaller,
        readParams,
        limitDocuments,
        limitAnswers,
        ...(isDevelopment ? [] : [noIntrospection]),
        nameErrors,
        showPlans,
        explainNotAcceptable,
      ],
    });
  return async (request, exchange) => {
    const { headers, readText } = exchange;
    const caller = await identified(exchange);
    const charge = 'call' in caller ? chargeAtLeastOnce(caller.call) : undefined;
    const { followed, onFollow } = endedWith(request);
    const { promise: broken, resolve: breakOff } = Promise.withResolvers<void>();
    const mutations = { begun: 0, replayed: 0 };
    yoga ??= createOwn();
    const answer = await yoga.fetch(request, {
      service,
      ...caller,
      headers,
      readText,
      plans: [],
      mutations,
      onFollow,
      breakOff,
    });
    // A stream is charged when it is first read; everything else was executed by now.
    const isStream = isOf(answer, 'text/event-stream');
    if (!isStream) {
      for (const end of followed) end();
      await charge?.();
    }
    const response = toSend(request, answer, isStream ? broken : undefined);
    const sent = { ...headers, ...(isStream && streamHeaders) };
    for (const [name, value] of Object.entries(sent)) response.headers.set(name, value);
    // Yoga sets `Content-Encoding: none`, which is no coding.
    if (isStream) response.headers.delete('Content-Encoding');
    return response;
  };
}

/**
 * Ends the subscriptions of a request when its client disconnects. Yoga notices that only when it fails to send an
 * event, so a subscription without events would go on.
 */
function endedWith(request: Request): { followed: (() => void)[]; onFollow: (end: () => void) => void } {
  const followed: (() => void)[] = [];
  const onFollow = (end: () => void) => {
    followed.push(end);
    if (request.signal.aborted) end();
    else request.signal.addEventListener('abort', end, { once: true });
  };
  return { followed, onFollow };
}

/** A response that is changed must be of the class of Node.js, because the server cannot copy one of Yoga. */
function toSend({ method }: Request, answer: Response, broken: Promise<void> | undefined): Response {
  const { status, headers, body } = answer;
  const init = { status, headers: Object.fromEntries(headers) };
  if (method === 'HEAD') return new Response(null, init);
  return broken && body ? new Response(breakableStream(body, broken), init) : answer;
}

function isOf({ headers }: Response, type: string): boolean {
  return headers.get('content-type')?.startsWith(type) === true;
}

/** Errors are not cached: parsing the document again costs no more than looking the error up. */
const noCache = { get: () => undefined, set: () => undefined };
