import { writeAmounts } from '@outturn/money';
import { newIdempotencyKey } from '@outturn/retry';
import { OutturnConnectionError } from './errors.ts';
import type { Groups } from './group-types.ts';
import { List } from './list.ts';
import type { BatchItem, RecordKind } from './operations.ts';
import type { CallOptions, WriteOptions } from './options.ts';
import type { Answer, Request } from './send-request.ts';
import { usdIn } from './usd.ts';

/** Functions of a kind of record: records cannot be changed or deleted. */
export type Records<Kind extends RecordKind> = Groups[Kind];

/** Functions of entities with your own keys, to which records refer. */
export type Things<Group extends 'goalTypes' | 'agents' | 'customers' | 'tools'> = Groups[Group];

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

/** Has all groups by name, as the type of the table guarantees. */
export const MountedGroups = class {
  constructor(send: Send) {
    for (const name of Object.keys(table)) Object.assign(this, { [name]: mount(name as keyof Groups, send) });
  }
} as unknown as new (
  send: Send,
) => Groups;

function mount<Name extends keyof Groups>(name: Name, send: Send): Groups[Name] {
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
        if (!Array.isArray(body))
          throw new OutturnConnectionError('The answer to a list is not from Outturn');
        return { items: body, nextCursor };
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
