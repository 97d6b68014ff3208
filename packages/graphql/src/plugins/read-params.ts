import { bodyLimits, isJsonType, notJson, OutturnError } from '@outturn/service';
import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { contextOf } from './server-context.ts';

/**
 * Takes JSON by POST and URLs by GET (GraphQL over HTTP, "Request"). Yoga's other forms are refused, as browsers send these
 * across origins.
 */
export const readParams: Plugin = {
  onRequestParse({ request, url, serverContext, setRequestParser }) {
    if (request.method === 'GET') setRequestParser(() => fromUrl(url.searchParams));
    if (request.method !== 'POST') return;
    if (!isJsonType(request.headers.get('content-type'))) throw unsupportedType();
    const { readText } = contextOf(serverContext);
    setRequestParser(async () => toParams(parseJson(await readText(bodyLimits.document))));
  },
};

function unsupportedType(): GraphQLError {
  const originalError = notJson();
  return new GraphQLError(originalError.message, { originalError, extensions: { http: { status: 415 } } });
}

function fromUrl(search: URLSearchParams): GraphQLParams {
  const json = (name: string) => {
    const text = search.get(name);
    return text ? parseJson(text, `The parameter ${name} is not valid JSON.`) : undefined;
  };
  return toParams({
    query: search.get('query') ?? undefined,
    operationName: search.get('operationName') || undefined,
    variables: json('variables'),
    extensions: json('extensions'),
  });
}

function parseJson(text: string, message?: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OutturnError('Invalid JSON', message === undefined ? {} : { message });
  }
}

/** Yoga validates the parameters later. */
function toParams(value: unknown): GraphQLParams {
  return value as GraphQLParams;
}
