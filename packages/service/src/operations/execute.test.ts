import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { CallContext } from '../base/call-context.ts';
import { OutturnError } from '../base/errors.ts';
import type { Principal } from '../base/principal.ts';
import type { PendingRecord, Written } from '../ledger/pending-record.ts';
import { revenues as revenueKind } from '../records/revenues/revenue.kind.ts';
import { defineQuery } from './define.ts';
import { execute } from './execute.ts';
import type { Runtime } from './runtime.ts';

const revenues = revenueKind.operations;

const principal: Principal = {
  kind: 'api-key',
  apiKeyId: 'key',
  developerId: 'me',
  plan: 'free',
  scopes: new Set(['revenues:read', 'revenues:write'] as const),
};
const call = (changes: Partial<CallContext> = {}): CallContext => ({
  principal,
  requestId: 'r-1',
  ...changes,
});
const refused = (code: OutturnError['code'], more: object = {}) => expect.objectContaining({ code, ...more });

/** A service whose ledger returns these results for its records, in order. */
function service(outcomes: readonly Written[] = []) {
  const written: PendingRecord[] = [];
  const failures: unknown[] = [];
  const calls: unknown[] = [];
  const record = async (_kind: unknown, _developer: string, records: readonly PendingRecord[]) =>
    records.map((each) => outcomes[written.push(each) - 1]);
  // The part of a service that validates and records.
  const runtime = {
    database: { schema: {} },
    dimensions: { byKey: () => undefined },
    ledger: { record },
    onServerError: (error: OutturnError) => failures.push(error.cause),
    observer: {
      onCall: (...[name, , , code, isReplayed]: unknown[]) => calls.push([name, code, isReplayed]),
    },
  } as unknown as Runtime;
  return { runtime, written, failures, calls };
}

const double = defineQuery({
  name: 'test.double',
  summary: 'Test',
  scope: 'revenues:read',
  withoutMount: 'The tests alone call it.',
  input: z.strictObject({ n: z.int() }),
  output: z.int(),
  cost: ({ n }) => n,
  run: async (_, { n }) => {
    if (n === 13) throw new TypeError('secret');
    return n * 2;
  },
});

describe('a query', () => {
  test('is answered and reported to the observer', async () => {
    const { runtime, calls } = service();
    const { output, replayed } = await execute(runtime, double, call(), { n: 4 });
    expect({ text: output.text, value: output.value, replayed }).toEqual({
      text: '8',
      value: 8,
      replayed: false,
    });
    expect(calls).toEqual([['test.double', 'OK', false]]);
  });

  test('is answered although the observer fails', async () => {
    const { runtime, failures } = service();
    const cause = new TypeError('observer');
    runtime.observer.onCall = () => {
      throw cause;
    };
    expect((await execute(runtime, double, call(), { n: 4 })).output.value).toBe(8);
    expect(failures).toEqual([cause]);
  });

  test('is charged one call before it is read, and the rest of its cost then', async () => {
    const admit = vi.fn(async () => undefined);
    await execute(service().runtime, double, call({ admit }), { n: 5 });
    expect(admit.mock.calls).toEqual([[1], [4, 5]]);
  });

  test.each([
    [
      'a caller over the limit',
      {
        admit: () => Promise.reject(new OutturnError('Rate Limit Exceeded')),
        principal: { ...principal, scopes: new Set<never>() },
      },
      { n: 'x' },
      'Rate Limit Exceeded',
    ],
    [
      'a caller without the scope',
      { principal: { ...principal, scopes: new Set<never>() } },
      { n: 'x' },
      'Forbidden',
    ],
    ['wrong input', {}, { n: 'x' }, 'Invalid Request'],
  ] as const)('with %s is refused, whatever else is wrong', async (_, changes, input, code) => {
    const { runtime, calls, failures } = service();
    await expect(execute(runtime, double, call(changes), input)).rejects.toEqual(refused(code));
    expect(calls).toEqual([['test.double', code, false]]);
    expect(failures).toEqual([]);
  });

  test('reports its failure to the server, and hides it from the caller', async () => {
    const { runtime, failures } = service();
    const failing = execute(runtime, double, call(), { n: 13 });
    await expect(failing).rejects.toEqual(refused('Server Error', { status: 500 }));
    await expect(failing).rejects.not.toThrow(/secret/);
    expect(failures).toEqual([new TypeError('secret')]);
  });
});

const record = { amount: '1', recordedAt: '2024-01-15T10:30:00.000Z' };
const created: Written = { kind: 'created', text: '{"id":"new"}' };
const replayed: Written = { kind: 'replayed', text: '{"id":"old"}' };
const reused: Written = { kind: 'reused', by: 'idempotency key' };
const failed = (error: unknown): Written => ({ kind: 'failed', error });
const busy = (retryAfter: number) => failed(new OutturnError('Rate Limit Exceeded', { retryAfter }));

describe('a record', () => {
  test.each([
    [created, false],
    [replayed, true],
  ])('is answered when it was %o', async (outcome, isReplayed) => {
    const { output, replayed } = await execute(service([outcome]).runtime, revenues.record, call(), record);
    expect({ text: output.text, replayed }).toEqual({ text: outcome.text, replayed: isReplayed });
  });

  test.each([
    [reused, refused('Idempotency Key Reused')],
    [{ kind: 'reused', by: 'record key' } as const, refused('Invalid Request')],
    [failed(new Error('lost')), refused('Server Error')],
  ])('is refused when it was %o', async (outcome, error) => {
    await expect(execute(service([outcome]).runtime, revenues.record, call(), record)).rejects.toEqual(error);
  });

  test('with a malformed idempotency key is refused before anything is written', async () => {
    const { runtime, written } = service([created]);
    const error = new OutturnError('Invalid Request');
    const idempotencyKey = () => {
      throw error;
    };
    await expect(execute(runtime, revenues.record, call({ idempotencyKey }), record)).rejects.toBe(error);
    expect(written).toEqual([]);
    const { output } = await execute(runtime, double, call({ idempotencyKey }), { n: 4 });
    expect(output.value, 'a read does not ask for it').toBe(8);
  });
});

describe('a batch', () => {
  const send = async (outcomes: readonly Written[], items: unknown, context = call()) => {
    const { runtime, written, failures } = service(outcomes);
    const { output, ...rest } = await execute(runtime, revenues.recordBatch, context, items);
    return { answer: output.value, ...rest, written, failures };
  };

  test('answers each item in its place, also beside invalid ones', async () => {
    const { answer, replayed: isReplayed } = await send(
      [created, replayed, reused],
      [record, {}, record, record],
    );
    expect(answer).toMatchObject({ created: 1, replayed: 1, rejected: 2 });
    expect(answer.results).toMatchObject([
      { status: 'created', record: { id: 'new' } },
      {
        status: 'rejected',
        error: { code: 'Invalid Request', details: [{ field: 'amount' }, { field: 'recordedAt' }] },
      },
      { status: 'replayed', record: { id: 'old' } },
      { status: 'rejected', error: { code: 'Idempotency Key Reused' } },
    ]);
    expect(isReplayed).toBe(false);
    expect((await send([replayed, replayed], [record, record])).replayed).toBe(true);
  });

  test('costs one call for each hundred items', async () => {
    const admit = vi.fn(async () => undefined);
    for (const count of [1, 100, 101, 1_000]) {
      await send(Array(count).fill(created), Array(count).fill(record), call({ admit }));
    }
    expect(admit.mock.calls).toEqual([[1], [1], [2], [10]]);
  });

  test("gives each item its own reservation: by its own key, or by the batch's key and its index", async () => {
    const reservations = async (context: CallContext, ...items: object[]) =>
      (
        await send(
          items.map(() => created),
          items,
          context,
        )
      ).written.map(({ reservation }) => reservation?.keyHash);
    const [first, second, own] = await reservations(call({ idempotencyKey: () => 'batch' }), record, record, {
      ...record,
      idempotencyKey: 'own',
    });
    expect(new Set([first, second, own]).size).toBe(3);
    expect(
      await reservations(
        call(),
        { ...record, idempotencyKey: 'batch:1' },
        { ...record, idempotencyKey: 'own' },
      ),
    ).toEqual([second, own]);
    expect(await reservations(call(), record)).toEqual([undefined]);
  });

  test('rejects an item whose key is malformed, and takes null for none', async () => {
    const { answer } = await send(
      [created],
      [
        { ...record, idempotencyKey: 'a b' },
        { ...record, idempotencyKey: null },
      ],
    );
    expect(answer.results).toMatchObject([
      { status: 'rejected', error: { code: 'Invalid Request', details: [{ field: 'idempotencyKey' }] } },
      { status: 'created' },
    ]);
  });

  test('with busy items returns the longest time to retry', async () => {
    const { answer, retryAfter } = await send([busy(1), created, busy(5)], [record, record, record]);
    expect(answer).toMatchObject({ created: 1, rejected: 2 });
    expect(retryAfter).toBe(5);
    expect(await send([created], [record])).not.toHaveProperty('retryAfter');
  });

  test('without any recorded item, some of them busy, is refused as a whole', async () => {
    await expect(send([busy(1), reused], [record, record])).rejects.toEqual(refused('Rate Limit Exceeded'));
  });

  const lost = new Error('lost');

  test('without any recorded item, some of them lost, is a server error with the longest time to retry', async () => {
    const { runtime, failures } = service([busy(5), failed(lost), failed(lost), reused]);
    const items = [record, record, {}, record, record];
    await expect(execute(runtime, revenues.recordBatch, call(), items)).rejects.toEqual(
      refused('Server Error', { status: 500, retryAfter: 5 }),
    );
    expect(failures).toEqual([lost]);
    await expect(send([failed(lost)], [record])).rejects.toEqual(refused('Server Error', { retryAfter: 1 }));
  });

  test.each([created, replayed])(
    'with a lost item beside one that was %o is answered with a time to retry, and reports the failure once',
    async (outcome) => {
      const items = [record, record, record];
      const { answer, retryAfter, failures } = await send([outcome, failed(lost), failed(lost)], items);
      expect(answer).toMatchObject({ rejected: 2 });
      expect(retryAfter).toBe(1);
      expect(failures).toEqual([lost]);
    },
  );

  test.each([[[]], [Array(1_001).fill(record)], [record], ['x'], [null]])(
    'is refused for the input %#',
    async (items) => {
      await expect(send([], items)).rejects.toEqual(
        refused('Invalid Request', { message: 'The input must be a JSON array of 1 to 1000 records' }),
      );
    },
  );
});
