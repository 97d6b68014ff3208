import { scopes as known } from '@outturn/service';
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
  /** Path parameters of an operation that name existing rows of the account. */
  existing(operation: Operation): Promise<Record<string, string>>;
};

/** An account whose key has these scopes; by default all of them. */
export async function newAccount(url: string, scopes: readonly string[] = allScopes): Promise<Account> {
  const { token } = await mintKey({ scopes: known.filter((scope) => scopes.includes(scope)) });
  /** The items of a batch of corrections name records by id. */
  const bodyOf = async (operation: Operation): Promise<unknown> => {
    const body = exampleBody(operation);
    if (!Array.isArray(body) || !('id' in body[0])) return body;
    const list = operations.find(
      ({ method, path }) => method === 'GET' && operation.path.startsWith(`${path}/`),
    );
    const [record] = list ? JSON.parse((await call(list)).text) : [];
    return body.map((item: object) => ({ ...item, ...(record && { id: record.id }) }));
  };
  const call: Account['call'] = async (
    operation,
    { body: given, query, path = {}, headers, token: other } = {},
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
  const existing: Account['existing'] = async (operation) => {
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
      const isCorrection = ({ path }: Operation) => path.includes('{');
      // Agents and the like come first, because recording would create them.
      for (const operation of creating.filter((one) => !isCorrection(one)).toReversed())
        await call(operation);
      for (const operation of creating.filter(isCorrection)) {
        const path = await existing(operation);
        for (const action of ['void', 'restore'])
          await call(operation, { path, body: { action, reason: 'test' } });
      }
    },
    existing,
  };
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
