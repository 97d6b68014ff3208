import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { bodyLimits, type Exchange, OutturnError, type Service, toOutturnError } from '@outturn/service';
import { GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { GraphqlContext } from './builder.ts';
import { schema } from './schema.ts';
import { toGraphqlError } from './wire-error.ts';

export { schema };

/** What the GraphQL surface is made of. `graphiql` serves GraphiQL with its assets, for development. */
export type GraphqlOptions = { service: Service; graphiql: boolean };

/** The GraphQL surface: answers a request at `/graphql`. */
export function createGraphql({
  service,
  graphiql,
}: GraphqlOptions): (request: Request, exchange: Exchange) => Promise<Response> {
  const yoga = createYoga<GraphqlContext>({
    schema,
    graphiql,
    renderGraphiQL,
    logging: false,
    landingPage: false,
    maskedErrors: { maskError: toGraphqlError },
    plugins: [requireCaller, nameErrors, tellReplay],
    cors: false,
  });
  return async (request, { call, readText, headers }) => {
    const context = { service, call, answer: { replayed: false } };
    const answer = (response: Response) => {
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      return response;
    };
    if (request.method !== 'POST') return answer(await yoga.fetch(request, context));
    try {
      const { url, method, headers: sent } = request;
      const body = await readText(bodyLimits.document);
      return answer(await yoga.fetch(new Request(url, { method, headers: sent, body }), context));
    } catch (error) {
      const { status } = toOutturnError(error);
      return answer(Response.json({ errors: [toGraphqlError(error)] }, { status }));
    }
  };
}

/** Nothing is parsed, validated or introspected for a caller who is not known. */
const requireCaller: Plugin<GraphqlContext> = {
  onParams({ context }) {
    const { principal } = (context as unknown as GraphqlContext).call;
    if (!(principal instanceof OutturnError)) return;
    throw new GraphQLError(principal.message, {
      originalError: principal,
      extensions: { http: { status: principal.status } },
    });
  },
};

/** Errors of the document itself, which no resolver raised, get our names too. */
const nameErrors: Plugin<GraphqlContext> = {
  onResultProcess({ result, setResult }) {
    if (Array.isArray(result) || Symbol.asyncIterator in result || !result.errors) return;
    const errors = result.errors.map((error) => (error.extensions?.status ? error : toGraphqlError(error)));
    setResult({ ...result, errors });
  },
};

const tellReplay: Plugin<GraphqlContext> = {
  onResponse({ response, serverContext }) {
    if ((serverContext as unknown as GraphqlContext | undefined)?.answer?.replayed) {
      response.headers.set('Idempotent-Replayed', 'true');
    }
  },
};
