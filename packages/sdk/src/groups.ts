import { writeAmounts } from '@outturn/money';
import { newIdempotencyKey } from '@outturn/transport';
import { OutturnConnectionError } from './errors.ts';
import { routes, times } from './generated/routes.ts';
import type { Groups } from './group-types.ts';
import { List } from './list.ts';
import type { RecordKind } from './operations.ts';
import type { CallOptions, WriteOptions } from './options.ts';
import type { Answer, Request } from './send-request.ts';
import { usdIn } from './usd.ts';

/** Functions of a kind of record: records cannot be changed or deleted. */
export type Records<Kind extends RecordKind> = Groups[Kind];

/** Functions of a dimension, whose members have your own keys, to which records refer. */
export type Things<
  Group extends keyof { [Each in keyof Groups as 'create' extends keyof Groups[Each] ? Each : never]: 0 },
> = Groups[Group];

/** The path of a kind of record, and its field that holds the time of arrival where it is absent. */
export type Place = readonly [path: string, time: string | undefined];

const groups: Readonly<Record<string, readonly [string, Readonly<Record<string, string>>]>> = routes;
const timeOf: Readonly<Record<string, string>> = times;

/** Undefined for a name that is no kind of record. */
export function placeOf(kind: string): Place | undefined {
  const [path, verbs] = (Object.hasOwn(groups, kind) && groups[kind]) || [];
  return path !== undefined && verbs?.recordBatch ? [path, timeOf[kind]] : undefined;
}

/** Sends a request, with retries. */
export type Send = (request: Request, options: CallOptions | undefined) => Promise<Answer>;

/** Has all groups by name. */
export const MountedGroups = class {
  constructor(send: Send) {
    for (const [group, [path, verbs]] of Object.entries(groups)) {
      const functions = Object.entries(verbs).map(([verb, route]) => [
        verb,
        mount(send, `${group}.${verb}`, { path, route }),
      ]);
      Object.assign(this, { [group]: Object.fromEntries(functions) });
    }
  }
  // The type is generated from the same document as the routes.
} as unknown as new (
  send: Send,
) => Groups;

type Values = { [name: string]: unknown };

/** The function of an operation. It takes the parameters of its path, then its input or query, then options. */
function mount(send: Send, operation: string, { path: group, route }: { path: string; route: string }) {
  const [method = '', below = ''] = route.split(' ');
  if (method === 'LIST')
    return (...given: unknown[]) => {
      const path = takePath(group + below, given);
      return list(send, path, ...(given as [Values?, CallOptions?]));
    };
  return async (...given: unknown[]) => {
    const path = takePath(group + below, given);
    if (method === 'QUERY') {
      const asked = { method: 'GET', path: withQuery(path, given.shift() as Values | undefined) };
      return (await send(asked, given[0] as CallOptions)).body;
    }
    if (method === 'GET') return (await send({ method, path }, given[0] as CallOptions)).body;
    const body = method === 'DELETE' ? undefined : toBody(operation, given.shift());
    return write(send, { method, path, body }, given[0] as WriteOptions);
  };
}

function list(send: Send, path: string, query: Values = {}, options?: CallOptions) {
  return new List(query, async (wanted) => {
    const { body, nextCursor } = await send({ method: 'GET', path: withQuery(path, wanted) }, options);
    if (!Array.isArray(body)) throw new OutturnConnectionError('The answer to a list is not from Outturn');
    return { items: body, nextCursor };
  });
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

function withQuery(path: string, query: Values = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value != null) search.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return `${path}${path.includes('?') ? '&' : '?'}${search}`;
}

/**
 * Takes the parameters of a path from what is given. Proxies refuse or decode some letters of a path, and a URL resolves `..`
 * there, so such keys stand in the query.
 */
function takePath(template: string, given: unknown[]): string {
  let query = '';
  const path = template.replace(/\{\w+\}/g, () => {
    const key = given.shift() as string;
    const encoded = encodeURIComponent(key);
    if (!/[/\\%#?;]|^[.~]*$/.test(key)) return encoded;
    query = `?key=${encoded}`;
    return '~';
  });
  return path + query;
}
