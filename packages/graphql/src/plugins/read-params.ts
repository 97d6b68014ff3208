import { bodyLimits, invalidRequest, isJsonType, notJson, OutturnError, parseJson } from '@outturn/service';
import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { contextOf } from './server-context.ts';

/**
 * Reads the parameters of a request: JSON by POST, and the URL by GET (GraphQL over HTTP, "Request"). Yoga would also
 * take HTML forms and plain text, which a page of another site can make a browser send without asking; those are
 * refused.
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
    return text ? parseParameter(name, text) : undefined;
  };
  return toParams({
    query: search.get('query') ?? undefined,
    operationName: search.get('operationName') || undefined,
    variables: json('variables'),
    extensions: json('extensions'),
  });
}

function parseParameter(name: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof OutturnError) || error.code !== 'Invalid JSON') throw error;
    throw new OutturnError('Invalid JSON', { message: `The parameter ${name} is not valid JSON.` });
  }
}

/** Metadata has at most 50 keys, and every other input fewer. */
const MAX_FIELDS = 60;

/** Yoga checks the types of the parameters later. */
function toParams(value: unknown): GraphQLParams {
  const params = value as GraphQLParams;
  if (hasWideObject(params?.variables)) {
    const message = `have an object of more than ${MAX_FIELDS} fields`;
    throw invalidRequest([{ field: 'variables', message }]);
  }
  return params;
}

/** Each of up to fifty errors in variables is written with the whole object, which takes half a second for a large one. */
function hasWideObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const inside: unknown[] = Object.values(value);
  return (!Array.isArray(value) && inside.length > MAX_FIELDS) || inside.some(hasWideObject);
}
