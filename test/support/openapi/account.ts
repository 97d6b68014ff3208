import { setTimeout as sleep } from 'node:timers/promises';
import { scopes as known } from '@outturn/service';
import { newSpanId, newTraceId, sendOtlp, tracesRequest } from '../../otlp/otlp-client.ts';
import { mintKey } from '../developers.ts';
import { type Answer, send } from '../drivers/http.ts';
import { allScopes, type Operation, operations, parametersIn } from './document.ts';

/** Changes to the example of an operation. */
type Changes = {
  body?: unknown;
  query?: Record<string, string>;
  /** Replaces the path parameters. */
  path?: Record<string, string>;
  headers?: Record<string, string>;
  token?: string | null;
};

/** A developer that calls operations by the document. */
export type Account = {
  call(operation: Operation, changes?: Changes): Promise<Answer>;
  /** Creates a row of every kind from the examples. */
  furnish(): Promise<void>;
  /** Sends a span, and waits for a second until its source is counted. */
  tellTelemetry(): Promise<void>;
  /** Path parameters of an operation that name existing rows of the account. */
  existing(operation: Operation): Promise<Record<string, string>>;
};

/** An account whose key has these scopes; by default all of them. */
export async function newAccount(url: string, scopes: readonly string[] = allScopes): Promise<Account> {
  const { token } = await mintKey({ scopes: known.filter((scope) => scopes.includes(scope)) });
  /** The items of a batch of corrections name records by id, those of a batch of refunds by key. */
  const bodyOf = async (operation: Operation): Promise<unknown> => {
    const body = exampleBody(operation);
    if (!Array.isArray(body) || !namesRecords(operation)) return body;
    const list = operations.find(
      ({ method, path }) => method === 'GET' && operation.path.startsWith(`${path}/`),
    );
    const records: Record<string, string>[] = list ? JSON.parse((await call(list)).text) : [];
    // Refunds cannot be refunded.
    const record = records.find(({ refundOf }) => refundOf == null);
    if (!record) return body;
    return body.map((item: object) => ({
      ...item,
      ...('id' in item ? { id: record.id } : { revenueKey: record.key }),
    }));
  };
  const call: Account['call'] = async (
    operation,
    { body: given, query = exampleQuery(operation), path = {}, headers, token: other } = {},
  ) => {
    const body = given === undefined ? await bodyOf(operation) : given;
    const filled = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
    return send(`${url}${filled}?${new URLSearchParams(query)}`, {
      method: operation.method,
      token: other === undefined ? token : other,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // Every call from an address of its own, because failed authentication is limited by address.
      headers: { 'x-forwarded-for': randomAddress(), ...headers },
    });
  };
  const sendTo = (path: string, body?: object) =>
    send(`${url}/v1/${path}`, { token, ...(body && { body: JSON.stringify(body) }) });
  /** A run of repricing of an account has to end before the next one begins. */
  const endedRun = async (): Promise<string> => {
    const begun = await sendTo('prices/reprice', {
      from: '2020-01-01T00:00:00Z',
      to: '2020-01-02T00:00:00Z',
    });
    const { id } = JSON.parse(begun.text);
    for (;;) {
      if (JSON.parse((await sendTo(`prices/reprice/${id}`)).text).state === 'done') return id;
      await sleep(20);
    }
  };
  const tellTelemetry: Account['tellTelemetry'] = async () => {
    const span = { traceId: newTraceId(), spanId: newSpanId() };
    await sendOtlp(url, token, { body: tracesRequest([span]) });
    while ((await sendTo('traces/sources')).text === '[]') await sleep(20);
  };
  const existing: Account['existing'] = async (operation) => {
    if (operation.path.startsWith('/v1/prices/reprice/')) return { id: await endedRun() };
    const [parameter] = parametersIn(operation, 'path');
    const list = operations.find(
      ({ method, path }) => method === 'GET' && operation.path.startsWith(`${path}/`),
    );
    if (!parameter || !list) return {};
    const [record] = JSON.parse((await call(list)).text) as Record<string, string>[];
    return { [parameter.name]: record?.[parameter.name] ?? 'nothing to be found' };
  };
  return {
    call,
    async furnish() {
      const creating = operations.filter(({ method, path }) => method === 'POST' && !path.includes('/batch'));
      // Agents and the like come first, because recording would create them.
      for (const operation of creating.filter(({ path }) => !path.includes('{')).toReversed())
        await call(operation);
      for (const operation of creating.filter(({ path }) => path.endsWith('}/corrections'))) {
        const path = await existing(operation);
        for (const action of ['void', 'restore'])
          await call(operation, { path, body: { action, reason: 'test' } });
      }
    },
    existing,
    tellTelemetry,
  };
}

/** Whether the items of a batch name existing records. */
export function namesRecords({ path }: Operation): boolean {
  return /\/(corrections|refunds)\/batch$/.test(path);
}

/** The examples of the query that an operation requires. */
export function exampleQuery(operation: Operation): Record<string, string> {
  const required = parametersIn(operation, 'query').filter((parameter) => parameter.required);
  return Object.fromEntries(required.map(({ name, example }) => [name, String(example)]));
}

/** The body of an operation's example. */
export function exampleBody({ requestBody }: Operation): unknown {
  return requestBody?.content['application/json'].example;
}

/** The path parameters of an operation's examples. They are well formed, and name no row. */
export function examplePath(operation: Operation): Record<string, string> {
  return Object.fromEntries(
    parametersIn(operation, 'path').map(({ name, example }) => [name, String(example)]),
  );
}

function randomAddress(): string {
  return Array.from({ length: 4 }, () => Math.floor(Math.random() * 256)).join('.');
}
