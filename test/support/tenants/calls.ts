import { readFileSync } from 'node:fs';
import path from 'node:path';
import { routes } from '@outturn/rest';
import { allOperations, isMutation, subscriptions } from '@outturn/service';
import { buildSchema } from 'graphql';
import { connectMcp } from '../../mcp/mcp-client.ts';
import { fromOurPage } from '../browser.ts';
import { type Answer, send } from '../drivers/http.ts';
import { openStream } from '../live/event-stream.ts';
import { graphqlFields } from './graphql-fields.ts';
import { inputOf, type Place } from './inputs.ts';
import type { World } from './world.ts';

/** The caller: an API key, none, or a signed-in owner. */
export type Caller = { token: string | null } | { owner: World['owner'] };

/** One way to call one operation. */
export type Call = {
  surface: 'REST' | 'GraphQL' | 'tRPC' | 'MCP';
  name: string;
  scope: string;
  isQuery: boolean;
  /** Makes the call as this caller, about the rows of a world. */
  run(caller: Caller, about: World): Promise<Told>;
};

/** `code` is that of the error, undefined when there was none. */
export type Told = { code: string | undefined; text: string };

const live = Object.values(subscriptions).map((group) => group.live);
const named = new Map<string, { scope?: string }>([...allOperations, ...live].map((one) => [one.name, one]));
// All of one length: no idempotency key is a part of a session key, where the search for secrets would find it.
let serial = 1_000_000;
const placeOf = (surface: Call['surface']): Place => ({ surface, nonce: `nonce-${surface}-${serial++}` });

const restCalls = routes.map(
  ({ method, path: pattern, operation }): Call => ({
    surface: 'REST',
    name: operation.name,
    scope: operation.scope,
    isQuery: method === 'get',
    async run(caller, about) {
      const { route, body } = split(pattern, await inputFor(operation.name, about, 'REST'));
      const hasBody = ['post', 'put', 'patch'].includes(method);
      const query = hasBody ? '' : `?${new URLSearchParams(body as Record<string, string>)}`;
      const verb = { method: method.toUpperCase(), ...(hasBody && { body: JSON.stringify(body) }) };
      const { text } = await send(`${about.url}/v1${route}${query}`, {
        ...verb,
        headers: headersOf(caller, about),
      });
      return { code: codeIn(text), text };
    },
  }),
);

const trpcCalls = [...allOperations, ...live].map(({ name, scope, kind }): Call => {
  const isLive = kind === 'subscription';
  const isQuery = isLive || !isMutation({ kind: kind as 'query' });
  return {
    surface: 'tRPC',
    name,
    // A scope that depends on the input is that of this input.
    scope: scope ?? 'revenues:read',
    isQuery,
    async run(caller, about) {
      const body = JSON.stringify(await inputFor(name, about, 'tRPC'));
      const url = `${about.url}/trpc/${name}`;
      const headers = headersOf(caller, about);
      if (isLive) return firstOf(`${url}?input=${encodeURIComponent(body)}`, { headers });
      const { text } = isQuery
        ? await send(`${url}?input=${encodeURIComponent(body)}`, { headers })
        : await send(url, { headers, body });
      return { code: codeIn(text), text };
    },
  };
});

const sdl = readFileSync(path.resolve(import.meta.dirname, '../../../docs/reference/schema.graphql'), 'utf8');
const types = buildSchema(sdl).getTypeMap();

/** Every field of the three root types. */
export const rootFields = ['Query', 'Mutation', 'Subscription'].flatMap((type) => {
  const root = types[type];
  return root && 'getFields' in root ? Object.keys(root.getFields()).map((field) => `${type}.${field}`) : [];
});

const graphqlCalls = Object.entries(graphqlFields).map(
  ([field, { operation, document }]): Call => ({
    surface: 'GraphQL',
    name: field,
    scope: named.get(operation)?.scope ?? `there is no operation ${operation}`,
    isQuery: !field.startsWith('Mutation'),
    async run(caller, about) {
      const body = JSON.stringify({ query: document(about, placeOf('GraphQL')) });
      const headers = { ...headersOf(caller, about), 'content-type': 'application/json' };
      const url = `${about.url}/graphql`;
      if (field.startsWith('Subscription')) return firstOf(url, { method: 'POST', headers, body });
      const { text } = await send(url, { headers, body });
      return { code: codeIn(text), text };
    },
  }),
);

const mcpCalls = allOperations.flatMap(({ name, scope, kind, mcp }): Call[] => {
  if (!mcp) return [];
  const isQuery = !isMutation({ kind });
  return [
    {
      surface: 'MCP',
      name,
      scope,
      isQuery,
      async run(caller, about) {
        const input = (await inputFor(name, about, 'MCP')) as object;
        const idempotencyKey = `nonce-MCP-${serial++}`;
        const { message } = await connectMcp(about.url, 'token' in caller ? caller.token : null).request(
          'tools/call',
          {
            name: mcp.tool,
            arguments: { ...input, ...(mcp.kind && { kind: mcp.kind }), ...(!isQuery && { idempotencyKey }) },
          },
        );
        const { content, isError } = message.result ?? {
          content: [{ text: message.error.message }],
          isError: true,
        };
        const { text } = content[0];
        return { code: isError ? /^([A-Z][A-Za-z ]+): /.exec(text)?.[1] : undefined, text };
      },
    },
  ];
});

/** Every operation on every surface. */
export const calls: readonly Call[] = [...restCalls, ...trpcCalls, ...graphqlCalls, ...mcpCalls];

async function inputFor(name: string, about: World, surface: Call['surface']): Promise<unknown> {
  const input = inputOf(name);
  if (!input) throw new Error(`no input for ${name}: add one to inputs.ts`);
  return input(about, placeOf(surface));
}

/** Splits an input into the path parameters and the rest. */
function split(pattern: string, input: unknown): { route: string; body: unknown } {
  const body: Record<string, unknown> | unknown[] = Array.isArray(input) ? input : { ...(input as object) };
  const route = pattern.replace(/\{(\w+)\}/, (_, name: string) => {
    const fields = body as Record<string, unknown>;
    const value = String(fields[name]);
    delete fields[name];
    return value;
  });
  return { route, body };
}

function headersOf(caller: Caller, { url }: World): Record<string, string> {
  if ('owner' in caller) return { cookie: caller.owner.cookie, origin: url, ...fromOurPage };
  return caller.token === null ? {} : { authorization: `Bearer ${caller.token}` };
}

/** The first event of a stream, on a line of its own. */
async function firstOf(
  url: string,
  init: { method?: string; headers: Record<string, string>; body?: string },
) {
  const stream = await openStream(url, init);
  const isStream = stream.response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!isStream) {
    const text = await stream.response.text();
    return { code: codeIn(text), text };
  }
  let text = '';
  for (let event = await stream.next(); event; event = await stream.next()) {
    text += `${event.data}\n`;
    if (event.event !== 'connected' && event.event !== 'ping') break;
  }
  stream.close();
  return { code: codeIn(text), text };
}

/** The code of the first error, in the shape of any surface. */
function codeIn(text: Answer['text']): string | undefined {
  const found = /"(?:code|error)":"([A-Z][a-z]+ ?(?:[A-Z][A-Za-z]+ ?)*)"/.exec(text)?.[1];
  return found;
}
