import { bodyLimits, isMutation, type ReadText, RenderedPage, type Service } from '@outturn/service';
import type { Context, Hono } from 'hono';
import type { RestEnv } from './env.ts';
import { numericFields, readQuery } from './query-input.ts';
import { readJson } from './read-json.ts';
import type { Route } from './route.ts';

/** What the REST surface is made of. */
export type RestOptions = { service: Service; readText: ReadText };

/** Mounts one endpoint: assembles the input, executes the operation, writes the answer. */
export function mount(app: Hono<RestEnv>, { service, readText }: RestOptions, route: Route): void {
  const { operation, method, status } = route;
  const readInput = inputReader(route, readText);
  app.on(method.toUpperCase(), route.path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
    const input = await readInput(c);
    const { output, replayed } = await service.execute(operation, c.get('call'), input);
    if (replayed) c.header('Idempotent-Replayed', 'true');
    if (status === 204) return c.body(null, 204);
    if (output instanceof RenderedPage) {
      if (output.nextCursor !== null) c.header('Link', nextLink(c, output.nextCursor));
      return c.body(output.items.text, status, json);
    }
    return c.body(output.text, status, json);
  });
}

const json = { 'Content-Type': 'application/json' };

/** The input of an operation is the path's parameters together with the query (reads) or the body (writes). */
function inputReader(
  { operation, method, path }: Route,
  readText: ReadText,
): (c: Context) => Promise<unknown> {
  const hasParameters = path.includes('{');
  if (!isMutation(operation)) {
    const numeric = numericFields(operation.input);
    return async (c) => ({ ...readQuery(c.req.queries(), numeric), ...c.req.param() });
  }
  if (method === 'delete') return async (c) => c.req.param();
  const limit = operation.kind === 'record-batch' ? bodyLimits.batch : bodyLimits.single;
  if (!hasParameters) return (c) => readJson(c.req.raw, readText, limit);
  return async (c) => withParameters(await readJson(c.req.raw, readText, limit), c.req.param());
}

function withParameters(body: unknown, parameters: Record<string, string>): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  // Anything else goes to validation as it is, which says what is wrong with it.
  return isObject ? { ...body, ...parameters } : body;
}

function nextLink(c: Context, cursor: string): string {
  const url = new URL(c.req.url);
  url.searchParams.delete('offset');
  url.searchParams.set('cursor', cursor);
  return `<${url.pathname}${url.search}>; rel="next"`;
}
