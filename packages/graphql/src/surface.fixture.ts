import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import {
  type CallContext,
  createService,
  type ErrorDetail,
  OutturnError,
  type Principal,
  type Scope,
  type Service,
} from '@outturn/service';
import { afterAll, beforeAll, inject, vi } from 'vitest';
import { createApiKey } from '../../../test/support/api-keys.ts';
import { createDocumentEngine, createGraphql } from './index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

type WireError = {
  message: string;
  path?: (string | number)[];
  locations?: { line: number; column: number }[];
  extensions: { code: string; status: number; details?: ErrorDetail[] };
};

export type Answer<Data> = {
  status: number;
  headers: Headers;
  text: string;
  data: Data | null | undefined;
  errors: WireError[];
};

export type Call = Partial<Omit<CallContext, 'principal' | 'idempotencyKey'>> & {
  principal?: Principal | OutturnError;
  idempotencyKey?: string;
  accept?: string;
};

/** Runs the surface on a real service, without a server. */
export function useSurface({ isDevelopment = true } = {}) {
  let started: { service: Service; answer: ReturnType<typeof createGraphql> } | undefined;
  beforeAll(async () => {
    const documents = createDocumentEngine({ isDevelopment });
    const service = await createService({ url: inject('databaseUrl'), documents });
    started = { service, answer: createGraphql({ service, isDevelopment }) };
  });
  afterAll(() => started?.service.close());
  const running = () => {
    if (started) return started;
    throw new Error('the surface is there from beforeAll to afterAll');
  };
  return {
    newCaller: (scopes?: readonly Scope[]) => newCaller(running().service, scopes),
    /** Counts the statements about a developer that some work sends. */
    countStatements: (of: Principal, work: () => Promise<unknown>) =>
      countStatements(running().service, of, work),
    send: <Data = unknown>(request: Request, call: Call = {}) => send<Data>(running().answer, request, call),
  };
}

export type Surface = ReturnType<typeof useSurface>;

export function asCaller({ send }: Surface, principal: Principal | OutturnError) {
  return <Data>(query: string, variables?: Record<string, unknown>, call: Call = {}) =>
    send<Data>(post(JSON.stringify({ query, variables }), call), { principal, ...call });
}

export function post(body: string, { accept, type }: { accept?: string; type?: string } = {}): Request {
  const headers = { 'content-type': type ?? 'application/json', accept: accept ?? '*/*' };
  return new Request('http://outturn/graphql', { method: 'POST', headers, body });
}

/** Fails for an answer with errors. */
export function dataOf<Data>({ data, errors, text }: Answer<Data>): Data {
  if (errors.length > 0 || data == null) throw new Error(text);
  return data;
}

async function countStatements(
  { database }: Service,
  { developerId }: Principal,
  work: () => Promise<unknown>,
): Promise<number> {
  const client = await database.pool.connect();
  client.release();
  // All pools share one class of connections.
  const prototype = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown };
  const spy = vi.spyOn(prototype, 'query');
  await work();
  const statements = spy.mock.calls.map((args) => inspect(args, { depth: 5 }));
  spy.mockRestore();
  // Notices of writes arrive later.
  const isAsked = (statement: string) =>
    statement.includes(developerId) && !statement.includes('commits_notify');
  return statements.filter(isAsked).length;
}

async function newCaller(service: Service, scopes?: readonly Scope[]): Promise<Principal> {
  const { token } = await createApiKey(service.database, {
    developerName: `developer-${randomUUID()}`,
    name: 'test',
    plan: 'unlimited',
    ...(scopes && { scopes }),
  });
  const principal = await service.authenticate(`Bearer ${token}`);
  if (principal instanceof OutturnError) throw principal;
  return principal;
}

export async function send<Data>(
  answer: ReturnType<typeof createGraphql>,
  request: Request,
  { accept: _, principal = new OutturnError('Unauthorized'), idempotencyKey, ...call }: Call,
): Promise<Answer<Data>> {
  const response = await answer(request, {
    identify() {
      if (principal instanceof OutturnError) throw principal;
      return { principal, requestId: randomUUID(), idempotencyKey: () => idempotencyKey, ...call };
    },
    headers: {},
    readText: () => request.text(),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  // Assertions check the shape.
  const body = (isJson ? JSON.parse(text) : {}) as Partial<Answer<Data>>;
  return {
    status: response.status,
    headers: response.headers,
    text,
    data: body.data,
    errors: body.errors ?? [],
  };
}
