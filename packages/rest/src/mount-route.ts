import {
  bodyLimits,
  type Exchange,
  hasScope,
  invalidRequest,
  isJsonType,
  isMutation,
  notJson,
  OutturnError,
  parseJson,
  RenderedPage,
  type Service,
} from '@outturn/service';
import type { Context, Hono } from 'hono';
import type { OpenExchange, RestEnv } from './hono-context.ts';
import { isMalformed, malformedEncoding } from './percent-encoding.ts';
import { readQuery, typedFields } from './query-input.ts';
import type { Route } from './routes.ts';

export function mount<Env extends RestEnv>(
  app: Hono<Env>,
  { service, openExchange, route }: { service: Service; openExchange: OpenExchange<Env>; route: Route },
): void {
  const { operation, method } = route;
  const isCreated = operation.kind === 'command' ? operation.isCreated : undefined;
  const readInput = inputReader(route);
  app.on(method.toUpperCase(), route.path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
    const exchange = openExchange(c);
    const { headers } = exchange;
    const identified = exchange.identify();
    // Cached callers are returned synchronously, which saves a turn of the event loop.
    const call = identified instanceof Promise ? await identified : identified;
    let input: unknown;
    try {
      // The operation refuses a caller without the scope, so its input is not read.
      if (hasScope(call.principal, operation.scope)) input = await readInput(c, exchange);
    } catch (error) {
      // Charged here, because only the operation charges a call otherwise.
      await call.admit?.(1);
      throw error;
    }
    const { output, replayed, retryAfter } = await service.execute(operation, call, input);
    if (replayed) headers['Idempotent-Replayed'] = 'true';
    if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter);
    const status = isCreated?.(output.value) ? 201 : route.status;
    if (status === 204) return new Response(null, { status, headers });
    headers['Content-Type'] = 'application/json';
    if (!(output instanceof RenderedPage)) return new Response(output.text, { status, headers });
    if (output.nextCursor !== null) headers.Link = nextLink(c, output.nextCursor);
    return new Response(output.items.text, { status, headers });
  });
}

type ReadInput = (c: Context, exchange: Exchange) => Promise<unknown>;

/** Merges path parameters with the query (reads) or the body (writes). */
function inputReader({ operation, method, path }: Route): ReadInput {
  const hasParameters = path.includes('{');
  if (!isMutation(operation)) {
    const typed = typedFields(operation.input);
    return async (c) => {
      const query = readQuery(c.req, typed);
      if (isKeyInQuery(c)) delete query.key;
      return withParameters(query, parametersOf(c));
    };
  }
  if (method === 'delete') return async (c) => parametersOf(c);
  const limit = operation.kind === 'record-batch' ? bodyLimits.batch : bodyLimits.single;
  if (!hasParameters) return (_, exchange) => readJson(exchange, limit);
  return async (c, exchange) => withParameters(await readJson(exchange, limit), parametersOf(c));
}

/** Validation handles malformed ids, which have their own error code. */
function parametersOf(c: Context): Record<string, string> {
  const parameters = c.req.param();
  const field = Object.keys(parameters).find((name) => name !== 'id' && parameters[name]?.includes('%'));
  if (field !== undefined && isMalformed(new URL(c.req.url).pathname)) throw malformedEncoding(field);
  if (parameters.key === undefined || c.req.query('key') === undefined) return parameters;
  if (!isKeyInQuery(c)) throw partOfPath('key');
  return { ...parameters, key: String(readQuery(c.req, new Map()).key) };
}

/** Some proxies refuse the `%2F` of a key such as `a/b` in a path: `~` then stands in its place, and the query has it. */
function isKeyInQuery({ req }: Context): boolean {
  return req.param('key') === '~' && req.query('key') !== undefined;
}

function partOfPath(field: string): OutturnError {
  return invalidRequest([{ field, message: 'is part of the path and cannot be changed' }]);
}

function withParameters(body: unknown, parameters: Record<string, string>): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  // Validation reports other types.
  if (!isObject) return body;
  const [field] = Object.keys(parameters).filter((name) => Object.hasOwn(body, name));
  if (field !== undefined) throw partOfPath(field);
  return { ...body, ...parameters };
}

function nextLink(c: Context, cursor: string): string {
  const url = new URL(c.req.url);
  url.searchParams.delete('offset');
  url.searchParams.set('cursor', cursor);
  return `<${url.pathname}${url.search}>; rel="next"`;
}

/** Throws `Invalid Request` for other content types, and errors of `readText` and `parseJson`. */
async function readJson({ header, readText }: Exchange, limit: number): Promise<unknown> {
  if (!isJsonType(header?.('content-type'))) throw notJson();
  const text = await readText(limit);
  if (text === '') throw new OutturnError('Invalid JSON', { message: 'The request body is empty.' });
  return parseJson(text);
}
