import { type CallContext, OutturnError, type Service } from '@outturn/service';
import { GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { GraphqlContext } from './builder.ts';
import { schema } from './schema.ts';
import { toGraphqlError } from './wire-error.ts';

export { schema };

export type GraphqlOptions = {
  /** GraphiQL and its assets, for development. */
  graphiql: boolean;
};

/** The GraphQL surface: answers a request at `/graphql`. */
export function createGraphql(
  service: Service,
  { graphiql }: GraphqlOptions,
): (request: Request, call: CallContext) => Promise<Response> {
  const yoga = createYoga<GraphqlContext>({
    schema,
    graphiql,
    logging: false,
    landingPage: false,
    maskedErrors: { maskError: toGraphqlError },
    plugins: [requireCaller, tellReplay],
    cors: false,
  });
  return async (request, call) => yoga.fetch(request, { service, call, answer: { replayed: false } });
}

/** Nothing is parsed, validated or introspected for a caller who is not known. */
const requireCaller: Plugin<GraphqlContext> = {
  onParams({ request: _request, context }) {
    const { principal } = (context as unknown as GraphqlContext).call;
    if (!(principal instanceof OutturnError)) return;
    throw new GraphQLError(principal.message, {
      originalError: principal,
      extensions: { http: { status: principal.status } },
    });
  },
};

const tellReplay: Plugin<GraphqlContext> = {
  onResponse({ response, serverContext }) {
    if ((serverContext as unknown as GraphqlContext | undefined)?.answer?.replayed) {
      response.headers.set('Idempotent-Replayed', 'true');
    }
  },
};
