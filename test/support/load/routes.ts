import type { Agent } from 'node:http';
import { type Answer, post } from './exchange.ts';
import type { Fact } from './facts.ts';

/** A fact and the idempotency key that its client keeps across retries. */
export type Item = { key: string; fact: Fact };

/** The result of one item. `record` is JSON text of the record or correction, byte for byte the same in every answer. */
export type Result =
  | { status: 'created' | 'replayed'; id: string; record: string }
  | { status: 'rejected'; code: string };

/** A client's target and credentials. */
export type Caller = { url: string; token: string; agent: Agent };

/** One route into the product. Takes items of one kind and verb, at most `maxItems`; answers in their order. */
export type Route = {
  name: string;
  maxItems: number;
  send(caller: Caller, items: readonly Item[]): Promise<Result[]>;
};

type WireRecord = { id: string };
type WireItem = {
  status: 'created' | 'replayed' | 'rejected';
  record?: WireRecord;
  correction?: WireRecord;
  error: { code: string };
};
type WireBatch = { results: WireItem[] };

const restSingle: Route = {
  name: 'REST',
  maxItems: 1,
  async send(caller, items) {
    const { key, fact } = only(items);
    const { id, ...rest } = fact.input;
    const paths = { record: '', correct: `/${id}/corrections`, refund: `/${id}/refunds` };
    const answer = await call(caller, `/v1/${fact.kind}${paths[verbOf(fact)]}`, rest, key);
    return [toSingle(answer, (body) => body, restCode)];
  },
};

const restBatch: Route = {
  name: 'REST batch',
  maxItems: 40,
  async send(caller, items) {
    const { fact } = only(items.slice(0, 1));
    const paths = { record: '', correct: '/corrections', refund: '/refunds' };
    const answer = await call(caller, `/v1/${fact.kind}${paths[verbOf(fact)]}/batch`, toBody(items));
    return toBatch(answer, items.length, (body) => body, restCode);
  },
};

const trpcSingle: Route = {
  name: 'tRPC',
  maxItems: 1,
  async send(caller, items) {
    const { key, fact } = only(items);
    const answer = await call(caller, `/trpc/${fact.kind}.${verbOf(fact)}`, fact.input, key);
    return [toSingle(answer, trpcData, trpcCode)];
  },
};

const trpcBatch: Route = {
  name: 'tRPC batch',
  maxItems: 40,
  async send(caller, items) {
    const { fact } = only(items.slice(0, 1));
    const answer = await call(caller, `/trpc/${fact.kind}.${verbOf(fact)}Batch`, toBody(items));
    return toBatch(answer, items.length, trpcData, trpcCode);
  },
};

export const routes = { restSingle, restBatch, trpcSingle, trpcBatch };

function call({ url, token, agent }: Caller, path: string, body: unknown, key?: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, ...(key !== undefined && { 'idempotency-key': key }) };
  return post(agent, `${url}${path}`, { body: JSON.stringify(body), headers });
}

function toBody(items: readonly Item[]): unknown[] {
  return items.map(({ key, fact }) => {
    const { id, ...rest } = fact.input;
    const input = fact.verb === 'refund' ? { ...rest, revenueId: id } : fact.input;
    return { ...input, idempotencyKey: key };
  });
}

function verbOf({ verb }: Fact): 'record' | 'correct' | 'refund' {
  return verb ?? 'record';
}

function toSingle(
  { status, headers, text }: Answer,
  open: (body: unknown) => unknown,
  codeOf: (body: unknown) => string,
): Result {
  const body: unknown = JSON.parse(text);
  if (status >= 300) return { status: 'rejected', code: codeOf(body) };
  // A record by the contract of the surface; anything else fails every assertion on its id.
  const record = open(body) as WireRecord;
  const isReplay = headers['idempotent-replayed'] === 'true';
  return { status: isReplay ? 'replayed' : 'created', id: record.id, record: JSON.stringify(record) };
}

function toBatch(
  { status, text }: Answer,
  length: number,
  open: (body: unknown) => unknown,
  codeOf: (body: unknown) => string,
): Result[] {
  const body: unknown = JSON.parse(text);
  if (status >= 300) return Array.from({ length }, () => ({ status: 'rejected', code: codeOf(body) }));
  const { results } = open(body) as WireBatch;
  return results.map(({ status, error, record, correction }) => {
    const made = record ?? correction;
    return status === 'rejected'
      ? { status, code: error.code }
      : { status, id: made?.id ?? '', record: JSON.stringify(made) };
  });
}

const restCode = (body: unknown) => (body as { code: string }).code;
const trpcCode = (body: unknown) => (body as { error: { data: { error: string } } }).error.data.error;
const trpcData = (body: unknown) => (body as { result: { data: unknown } }).result.data;

function only(items: readonly Item[]): Item {
  const [item] = items;
  if (items.length === 1 && item) return item;
  throw new Error(`one item at a time, not ${items.length}`);
}
