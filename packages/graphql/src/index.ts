import { chargeAtLeastOnce, type Exchange, identified, type Service, streamHeaders } from '@outturn/service';
import type { GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { breakableStream } from './breakable-stream.ts';
import { createDocumentCache } from './limits/document-cache.ts';
import { explainNotAcceptable } from './plugins/explain-not-acceptable.ts';
import { limitDocuments } from './plugins/limit-documents.ts';
import { nameErrors } from './plugins/name-errors.ts';
import { noIntrospection } from './plugins/no-introspection.ts';
import { readParams } from './plugins/read-params.ts';
import { requireCaller } from './plugins/require-caller.ts';
import type { ServerContext } from './plugins/server-context.ts';
import { showPlans } from './plugins/show-plans.ts';
import { buildSchema, schema as ownSchema, printedSchema } from './schema.ts';
import { graphqlFailure, toGraphqlError, unexpectedCause } from './wire-error.ts';

export { createDocumentEngine } from './document-engine.ts';
export { graphiqlPage, graphiqlPolicy, graphiqlScript } from './graphiql.ts';
export { buildSchema, graphqlFailure, ownSchema as schema, printedSchema };

export type GraphqlOptions = {
  service: Service;
  /** Defaults to the product's. */
  schema?: GraphQLSchema;
  /** Allows introspection. */
  isDevelopment: boolean;
  /** Receives errors of this surface, which callers see as `Server Error`. The service reports its own. */
  onUnexpectedError?: (cause: unknown) => void;
};

/** Answers `/graphql`. */
export function createGraphql({
  service,
  schema = ownSchema,
  isDevelopment,
  onUnexpectedError,
}: GraphqlOptions): (request: Request, exchange: Exchange) => Promise<Response> {
  const yoga = createYoga<ServerContext>({
    schema,
    graphiql: false,
    logging: false,
    landingPage: false,
    // Yoga answers URLs that end like this as health checks. None ends with a space.
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
    // A stream charges at its first read.
    const isStream = isOf(answer, 'text/event-stream');
    if (!isStream) {
      for (const end of followed) end();
      await charge?.();
    }
    const response = toSend(request, answer, isStream ? broken : undefined);
    const sent = { ...headers, ...(isStream && streamHeaders) };
    for (const [name, value] of Object.entries(sent)) response.headers.set(name, value);
    // Yoga names a coding that does not exist.
    if (isStream) response.headers.delete('Content-Encoding');
    return response;
  };
}

/** Ends subscriptions when the client disconnects. Yoga detects that at a failed send only, not before the first. */
function endedWith(request: Request): { followed: (() => void)[]; onFollow: (end: () => void) => void } {
  const followed: (() => void)[] = [];
  const onFollow = (end: () => void) => {
    followed.push(end);
    if (request.signal.aborted) end();
    else request.signal.addEventListener('abort', end, { once: true });
  };
  return { followed, onFollow };
}

/** Changed answers are of Node.js' own class, as the server cannot copy Yoga's. */
function toSend({ method }: Request, answer: Response, broken: Promise<void> | undefined): Response {
  const { status, headers, body } = answer;
  const init = { status, headers: Object.fromEntries(headers) };
  if (method === 'HEAD') return new Response(null, init);
  return broken && body ? new Response(breakableStream(body, broken), init) : answer;
}

function isOf({ headers }: Response, type: string): boolean {
  return headers.get('content-type')?.startsWith(type) === true;
}

/** Parsing again costs no more than a look-up. */
const noCache = { get: () => undefined, set: () => undefined };
