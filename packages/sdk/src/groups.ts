import { newIdempotencyKey } from '@outturn/retry';
import type { Answer, Request } from './exchange.ts';
import { List } from './list.ts';
import type { Input, ItemOf, Output, Query, RecordKind } from './operations.ts';

/** What any call takes besides its input. */
export type CallOptions = {
  /** Ends the call, retries included; it then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Milliseconds per attempt, instead of the client's. */
  timeout?: number | undefined;
  /** How often a call that failed for a passing reason is tried again, instead of the client's. */
  retries?: number | undefined;
};

/** What calls that write take besides. */
export type WriteOptions = CallOptions & {
  /** 1 to 255 visible ASCII characters. Without one, every call has a key of its own, which its retries keep. */
  idempotencyKey?: string | undefined;
};

/** What is recorded: never changed, never deleted. */
export type Records<Kind extends RecordKind> = {
  /** Records one. */
  record(input: Input<`${Kind}.record`>, options?: WriteOptions): Promise<Output<`${Kind}.record`>>;
  /** Records 1 to 1,000. Every item is created, replayed or rejected by itself; results are in the order of the items. */
  recordBatch(
    items: Readonly<Input<`${Kind}.recordBatch`>>,
    options?: WriteOptions,
  ): Promise<Output<`${Kind}.recordBatch`>>;
  /** All that the filters leave, newest first unless sorted otherwise. */
  list(query?: Query<`${Kind}.list`>, options?: CallOptions): List<ItemOf<Output<`${Kind}.list`>>>;
  /** One, by its id. */
  get(id: string, options?: CallOptions): Promise<Output<`${Kind}.get`>>;
};

/** What is recorded about: things with a key of yours. */
export type Things<Group extends 'goalTypes' | 'agents' | 'customers' | 'tools'> = {
  create(input: Input<`${Group}.create`>, options?: WriteOptions): Promise<Output<`${Group}.create`>>;
  /** All of them, newest first. */
  list(query?: Query<`${Group}.list`>, options?: CallOptions): List<ItemOf<Output<`${Group}.list`>>>;
  /** One, by its key. */
  get(key: string, options?: CallOptions): Promise<Output<`${Group}.get`>>;
  /** Changes the fields that the input names; null clears one. */
  update(
    key: string,
    input: Input<`${Group}.update`>,
    options?: WriteOptions,
  ): Promise<Output<`${Group}.update`>>;
  /** Hides it. Its records stay, and recording with its key brings it back. */
  delete(key: string, options?: WriteOptions): Promise<Output<`${Group}.delete`>>;
};

/** Sessions come into being when a record names them. */
export type Sessions = {
  /** All that the filters leave, newest first. */
  list(query?: Query<'sessions.list'>, options?: CallOptions): List<ItemOf<Output<'sessions.list'>>>;
  /** One, by its key. */
  get(key: string, options?: CallOptions): Promise<Output<'sessions.get'>>;
};

/** Everything that the API does, in its groups: `revenues.record` is `groups.revenues.record`. */
export type Groups = { [Kind in RecordKind]: Records<Kind> } & {
  [Group in 'goalTypes' | 'agents' | 'customers' | 'tools']: Things<Group>;
} & { sessions: Sessions };

const records = ['record', 'recordBatch', 'list', 'get'] as const;
const things = ['create', 'list', 'get', 'update', 'delete'] as const;

/** Where a group lies under `/v1`, what can be done in it, and its {@link timeOf}. A test compares this with the OpenAPI document. */
const table = {
  revenues: ['revenues', records],
  outcomes: ['outcomes', records, 'generatedAt'],
  goals: ['goals', records, 'achievedAt'],
  events: ['events', records, 'occurredAt'],
  goalTypes: ['goal-types', things],
  agents: ['agents', things],
  customers: ['customers', things],
  tools: ['tools', things],
  sessions: ['sessions', ['list', 'get']],
} as const satisfies { [Name in keyof Groups]: readonly [string, readonly (keyof Groups[Name])[], string?] };

/** Whether a group records. */
export function isRecordKind(name: string): name is RecordKind {
  return Object.hasOwn(table, name) && table[name as keyof Groups][1] === records;
}

/** The field with the time of a record, for the kinds where the API would take the time of its arrival. */
export function timeOf(kind: string): string | undefined {
  const groups: Readonly<Record<string, readonly [string, readonly string[], string?]>> = table;
  return groups[kind]?.[2];
}

/** Sends a request, with retries. */
export type Send = (request: Request, options: CallOptions | undefined) => Promise<Answer>;

/** The functions of a group. */
export function mount<Name extends keyof Groups>(name: Name, send: Send): Groups[Name] {
  const [path, verbs] = table[name];
  const functions = verbs.map((verb) => [verb, interpret[verb](`/v1/${path}`, send)]);
  // The table has the verbs of the type, and `interpret` takes what the type says: the tests call every one of them.
  return Object.fromEntries(functions) as Groups[Name];
}

type Values = { [name: string]: unknown };

/** How each verb becomes a request, whatever the group. */
const interpret = {
  record: post,
  create: post,
  recordBatch: (path: string, send: Send) => post(`${path}/batch`, send),
  list:
    (path: string, send: Send) =>
    (query: Values = {}, options?: CallOptions) =>
      new List(async (cursor) => {
        // A cursor stands for all that was read: the offset has done its part.
        const wanted = cursor === undefined ? query : { ...query, offset: undefined, cursor };
        const { body, nextCursor } = await send({ method: 'GET', path: path + toSearch(wanted) }, options);
        return { items: body as unknown[], nextCursor };
      }),
  get: (path: string, send: Send) => async (key: string, options?: CallOptions) =>
    (await send({ method: 'GET', path: path + toSegment(key) }, options)).body,
  update: (path: string, send: Send) => async (key: string, input: unknown, options?: WriteOptions) =>
    write(send, { method: 'PATCH', path: path + toSegment(key), body: JSON.stringify(input) }, options),
  delete: (path: string, send: Send) => async (key: string, options?: WriteOptions) =>
    write(send, { method: 'DELETE', path: path + toSegment(key) }, options),
};

function post(path: string, send: Send) {
  return async (input: unknown, options?: WriteOptions) =>
    write(send, { method: 'POST', path, body: JSON.stringify(input) }, options);
}

/** One key per call, whatever its number of attempts: it is what makes them safe. */
async function write(send: Send, request: Request, options?: WriteOptions): Promise<unknown> {
  const idempotencyKey = options?.idempotencyKey ?? newIdempotencyKey();
  return (await send({ ...request, idempotencyKey }, options)).body;
}

function toSearch(query: Values): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value != null) search.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return `?${search}`;
}

function toSegment(key: string): string {
  // A URL resolves these as directories, also percent-encoded: the request would go elsewhere.
  if (['', '.', '..'].includes(key)) throw new TypeError(`${JSON.stringify(key)} cannot be part of a URL`);
  return `/${encodeURIComponent(key)}`;
}
