import { writeAmounts } from '@outturn/money';
import { newIdempotencyKey } from '@outturn/retry';
import { List } from './list.ts';
import type { BatchItem, Input, ItemOf, Output, Query, RecordKind } from './operations.ts';
import type { Answer, Request } from './send-request.ts';
import { usdIn } from './usd.ts';

export type CallOptions = {
  /** Aborts the call and its retries; it then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Milliseconds per attempt. Default: the client's. */
  timeout?: number | undefined;
  /** Retries after transient errors. Default: the client's. */
  retries?: number | undefined;
};

export type WriteOptions = CallOptions & {
  /** 1 to 255 visible ASCII characters. Default: a new key per call, which its retries keep. */
  idempotencyKey?: string | undefined;
};

/** Records cannot be changed or deleted. */
export type Records<Kind extends RecordKind> = {
  record(input: Input<`${Kind}.record`>, options?: WriteOptions): Promise<Output<`${Kind}.record`>>;
  /** Records 1 to 1,000 items. Each is created, replayed or rejected independently; results are in the order of the items. */
  recordBatch(
    items: Readonly<Input<`${Kind}.recordBatch`>>,
    options?: WriteOptions,
  ): Promise<Output<`${Kind}.recordBatch`>>;
  /** Lists matching records, by default newest first. */
  list(query?: Query<`${Kind}.list`>, options?: CallOptions): List<ItemOf<Output<`${Kind}.list`>>>;
  /** One, by its id. */
  get(id: string, options?: CallOptions): Promise<Output<`${Kind}.get`>>;
};

/** Entities with your own keys, to which records refer. */
export type Things<Group extends 'goalTypes' | 'agents' | 'customers' | 'tools'> = {
  /** Also fills an entity that has only a key so far, as records create it. */
  create(input: Input<`${Group}.create`>, options?: WriteOptions): Promise<Output<`${Group}.create`>>;
  /** Newest first. */
  list(query?: Query<`${Group}.list`>, options?: CallOptions): List<ItemOf<Output<`${Group}.list`>>>;
  /** One, by its key. */
  get(key: string, options?: CallOptions): Promise<Output<`${Group}.get`>>;
  /** Changes the given fields; null clears a field. */
  update(
    key: string,
    input: Input<`${Group}.update`>,
    options?: WriteOptions,
  ): Promise<Output<`${Group}.update`>>;
  /** Creates the entity, or replaces its fields: those left out become null. */
  replace(
    key: string,
    input: Input<`${Group}.replace`>,
    options?: WriteOptions,
  ): Promise<Output<`${Group}.replace`>>;
  /** Hides the entity, empties its fields and keeps its records. Recording with its key restores it, without the fields. */
  delete(key: string, options?: WriteOptions): Promise<Output<`${Group}.delete`>>;
};

/** A session is created when a record refers to it. */
export type Sessions = {
  /** Lists matching sessions, newest first. */
  list(query?: Query<'sessions.list'>, options?: CallOptions): List<ItemOf<Output<'sessions.list'>>>;
  /** One, by its key. */
  get(key: string, options?: CallOptions): Promise<Output<'sessions.get'>>;
};

/** All operations of the API: `revenues.record` is `groups.revenues.record`. */
export type Groups = { [Kind in RecordKind]: Records<Kind> } & {
  [Group in 'goalTypes' | 'agents' | 'customers' | 'tools']: Things<Group>;
} & { sessions: Sessions };

const records = ['record', 'recordBatch', 'list', 'get'] as const;
const things = ['create', 'list', 'get', 'update', 'replace', 'delete'] as const;

/** Where a kind of record lies under `/v1`, and the time for which the API takes that of its arrival where it is absent. */
export type RecordRow = readonly [path: string, verbs: typeof records, time: string | undefined];

/** A kind with an optional time does not compile without it. */
export const recordTable: { [Kind in RecordKind]: RecordRow & { 2: OptionalTime<BatchItem<Kind>> } } = {
  revenues: ['revenues', records, undefined],
  outcomes: ['outcomes', records, 'generatedAt'],
  goals: ['goals', records, 'achievedAt'],
  events: ['events', records, 'occurredAt'],
};

/** The optional time of an item; undefined where its time is required. */
type OptionalTime<Item> = HasNone<
  { [Field in keyof Item]-?: undefined extends Item[Field] ? Field : never }[keyof Item] & `${string}At`
>;
type HasNone<Field> = [Field] extends [never] ? undefined : Field;

/** Where a group lies under `/v1`, and what can be done in it. A test compares this with the OpenAPI document. */
const table = {
  ...recordTable,
  goalTypes: ['goal-types', things],
  agents: ['agents', things],
  customers: ['customers', things],
  tools: ['tools', things],
  sessions: ['sessions', ['list', 'get']],
} as const satisfies {
  [Name in keyof Groups]: readonly [string, readonly (keyof Groups[Name])[], ...unknown[]];
};

/** Sends a request, with retries. */
export type Send = (request: Request, options: CallOptions | undefined) => Promise<Answer>;

export function mount<Name extends keyof Groups>(name: Name, send: Send): Groups[Name] {
  const [path, verbs] = table[name];
  const functions = verbs.map((verb) => [
    verb,
    interpret[verb]({ name: `${name}.${verb}`, path: `/v1/${path}`, send }),
  ]);
  // `satisfies` guarantees the verbs of the table; tests call every function.
  return Object.fromEntries(functions) as Groups[Name];
}

type Values = { [name: string]: unknown };

/** `name` is that of the operation, `path` that of its group. */
type Mounted = { name: string; path: string; send: Send };

const interpret = {
  record: post,
  create: post,
  recordBatch: (mounted: Mounted) => post({ ...mounted, path: `${mounted.path}/batch` }),
  list:
    ({ path, send }: Mounted) =>
    (query: Values = {}, options?: CallOptions) =>
      new List(async (cursor) => {
        // A cursor already includes the offset.
        const wanted = cursor === undefined ? query : { ...query, offset: undefined, cursor };
        const { body, nextCursor } = await send({ method: 'GET', path: path + toSearch(wanted) }, options);
        return { items: body as unknown[], nextCursor };
      }),
  get:
    ({ path, send }: Mounted) =>
    async (key: string, options?: CallOptions) =>
      (await send({ method: 'GET', path: path + toSegment(key) }, options)).body,
  update: change('PATCH'),
  replace: change('PUT'),
  delete:
    ({ path, send }: Mounted) =>
    async (key: string, options?: WriteOptions) =>
      write(send, { method: 'DELETE', path: path + toSegment(key) }, options),
};

function change(method: 'PATCH' | 'PUT') {
  return ({ name, path, send }: Mounted) =>
    async (key: string, input: unknown, options?: WriteOptions) =>
      write(send, { method, path: path + toSegment(key), body: toBody(name, input) }, options);
}

function post({ name, path, send }: Mounted) {
  return async (input: unknown, options?: WriteOptions) =>
    write(send, { method: 'POST', path, body: toBody(name, input) }, options);
}

/** Throws OutturnAmountError. */
export function toBody(operation: string, input: unknown): string {
  return JSON.stringify(writeAmounts(operation, input, usdIn));
}

/** One key for all attempts of a call makes retries safe. */
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
  // A URL resolves these as directories, even percent-encoded, so that the request would have another path.
  if (['', '.', '..'].includes(key)) throw new TypeError(`${JSON.stringify(key)} cannot be part of a URL`);
  return `/${encodeURIComponent(key)}`;
}
