import { chargeAtLeastOnce, type Exchange, identified, type Service } from '@outturn/service';
import type { GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
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

/** What the GraphQL surface is made of. */
export type GraphqlOptions = {
  service: Service;
  /** That of the product if absent. */
  schema?: GraphQLSchema;
  /** Answers questions about the schema. */
  isDevelopment: boolean;
  /** Told of errors of this surface itself, which callers see as `Server Error`; the service tells of its own. */
  onUnexpectedError?: (cause: unknown) => void;
};

/** The GraphQL surface: answers a request at `/graphql`. */
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
    // Yoga takes any URL that ends like this for a health check; none ends with a space.
    healthCheckEndpoint: ' ',
    cors: false,
    multipart: false,
    // The server reads the body, and knows the limit.
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
    const mutations = { begun: 0, replayed: 0 };
    const answer = await yoga.fetch(request, {
      service,
      ...caller,
      headers,
      readText,
      plans: [],
      mutations,
      onFollow,
    });
    // A stream charges when it begins to be read.
    const isStream = isOf(answer, 'text/event-stream');
    if (!isStream) {
      for (const end of followed) end();
      await charge?.();
    }
    const response = request.method === 'HEAD' ? withoutBody(answer) : answer;
    // As on tRPC: nginx buffers answers without it.
    if (isStream) response.headers.set('X-Accel-Buffering', 'no');
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  };
}

/**
 * What a request follows: it ends when the client goes away. Yoga finds out where the next event, or sign of life, cannot be
 * sent, and not at all before the first.
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

/** Of the server's own kind: it cannot copy what Yoga makes, as it does with answers to HEAD. */
function withoutBody({ status, headers }: Response): Response {
  return new Response(null, { status, headers: Object.fromEntries(headers) });
}

function isOf({ headers }: Response, type: string): boolean {
  return headers.get('content-type')?.startsWith(type) === true;
}

/** What cannot be parsed is refused as quickly as it would be found. */
const noCache = { get: () => undefined, set: () => undefined };
