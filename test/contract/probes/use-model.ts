import { randomUUID } from 'node:crypto';
import { buildSchema, createGraphql } from '@outturn/graphql';
import { createMcp } from '@outturn/mcp';
import { toolsOf } from '@outturn/mcp/tools';
import { createRest, type RestEnv, routesOf, sendError } from '@outturn/rest';
import {
  connectDatabase,
  createService,
  type Database,
  type Exchange,
  type Model,
  OutturnError,
  type Principal,
  type Service,
} from '@outturn/service';
import { createTrpc, routerOf } from '@outturn/trpc';
import { Hono } from 'hono';
import { afterAll, beforeAll } from 'vitest';
import { createApiKey } from '../../support/api-keys.ts';
import { usePrivateDatabase } from '../../support/drivers/private-database.ts';

export type Call = { principal: Principal; key?: string | undefined };

/** The service and every surface of a model, in a database of its own. */
export function useModel(model: Model) {
  const store = usePrivateDatabase();
  const context: { service?: Service; database?: Database } = {};
  beforeAll(async () => {
    context.database = await connectDatabase({ url: store.url, model });
    await context.database.orm.schema.update({ safe: true });
    context.service = await createService({ url: store.url, model });
  });
  afterAll(async () => {
    await context.service?.close();
    await context.database?.close();
  });

  function service(): Service {
    if (context.service) return context.service;
    throw new Error('the service is there from beforeAll to afterAll');
  }

  /** A developer of its own with full access. */
  async function newCaller(): Promise<Principal> {
    const { token } = await createApiKey(service().database, { developerName: randomUUID(), name: 'test' });
    const principal = await service().authenticate(`Bearer ${token}`);
    if (principal instanceof OutturnError) throw principal;
    return principal;
  }

  function restApp(call: Call): Hono<RestEnv> {
    const app = new Hono<RestEnv>();
    app.onError((error, c) => sendError(c, error));
    return app.route(
      '/v1',
      createRest<RestEnv>(service(), (c) => exchangeOf(c.req.raw, call), routesOf(model.operations)),
    );
  }

  async function rest(call: Call, path: string, body?: unknown, method?: string) {
    const answer = await restApp(call).request(toRequest(path, body, method));
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  }

  const schema = buildSchema(model);

  async function graphql(call: Call, query: string, variables?: object) {
    const request = toRequest('/graphql', { query, variables });
    const answer = await createGraphql({ service: service(), schema, isDevelopment: true })(
      request,
      exchangeOf(request, call),
    );
    return await answer.json();
  }

  const router = routerOf([...model.operations, ...model.subscriptions]);

  async function trpc(call: Call, procedure: string, input: unknown, type: 'query' | 'mutation' = 'query') {
    const path = `/trpc/${procedure}`;
    const request =
      type === 'query'
        ? toRequest(`${path}?input=${encodeURIComponent(JSON.stringify(input))}`)
        : toRequest(path, input);
    const answer = await createTrpc(service(), router)(request, exchangeOf(request, call));
    return { status: answer.status, body: await answer.json() };
  }

  const tools = toolsOf(model);

  /** What a tool finds. */
  async function mcp(call: Call, name: string, input: object) {
    const params = { name, arguments: input };
    const request = toRequest('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    request.headers.set('accept', 'application/json, text/event-stream');
    const onUnexpectedError = (error: unknown) => Promise.reject(error);
    const serve = createMcp({ service: service(), version: '1.0.0', guides: [], tools, onUnexpectedError });
    const answer = await serve(request, exchangeOf(request, call));
    const [, message = ''] = /^data: (.*)$/m.exec(await answer.text()) ?? [];
    return JSON.parse(JSON.parse(message).result.content[0].text).result;
  }

  return { service, newCaller, restApp, rest, schema, graphql, router, trpc, mcp };
}

function exchangeOf(request: Request, { principal, key }: Call): Exchange {
  return {
    identify: () => ({ principal, requestId: randomUUID(), idempotencyKey: () => key }),
    header: (name) => request.headers.get(name) ?? undefined,
    headers: {},
    readText: () => request.text(),
  };
}

function toRequest(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Request {
  return new Request(`http://outturn${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
