import type { AppRouter } from '@outturn/trpc';
import { type TRPCClient, TRPCClientError } from '@trpc/client';
import type { inferRouterError, inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { describe, expectTypeOf, test } from 'vitest';
import type { Plain } from './app-router.ts';
import {
  type CallContext,
  type AppRouter as ClientRouter,
  createOutturnClient,
  type ErrorCode,
  type ErrorDetail,
  isOutturnError,
  type OutturnClientError,
  OutturnConnectionError,
  type OutturnTimeoutError,
  usd,
} from './index.ts';

const client = createOutturnClient({ url: 'http://localhost:3000', apiKey: 'ot_live_x' });
const recordedAt = '2026-01-31T12:00:00Z';

describe('outputs', () => {
  test('have the types of the service', () => {
    type Revenue = Awaited<ReturnType<typeof client.revenues.record.mutate>>;
    expectTypeOf<Revenue['amount']>().toEqualTypeOf<string>();
    expectTypeOf<Revenue['agentKey']>().toEqualTypeOf<string | null>();
    type Page = Awaited<ReturnType<typeof client.revenues.list.query>>;
    expectTypeOf<Page>().toEqualTypeOf<{ items: Revenue[]; nextCursor: string | null }>();
    type Slice = Awaited<ReturnType<typeof client.analytics.slice.query>>;
    expectTypeOf<Slice['window']['timeZone']>().toEqualTypeOf<string>();
  });

  test('discriminate batch results by status', async () => {
    const { results } = await client.goals.recordBatch.mutate([{ goalKey: 'signup', idempotencyKey: 'a' }]);
    for (const result of results) {
      if (result.status === 'rejected') expectTypeOf(result.error.code).toEqualTypeOf<ErrorCode>();
      else expectTypeOf(result.record.goalKey).toEqualTypeOf<string>();
    }
  });

  test('discriminate records.live by kind', async () => {
    for await (const { id, data } of client.records.live.subscribe({ kinds: ['goals'] })) {
      expectTypeOf(id).toEqualTypeOf<string>();
      if (data.kind === 'goals') expectTypeOf(data.record.goalKey).toEqualTypeOf<string>();
      if (data.kind === 'revenues') expectTypeOf(data.record.amount).toEqualTypeOf<string>();
      // @ts-expect-error a position is no record
      if (data.kind === 'position') void data.record;
    }
  });
});

describe('inputs', () => {
  test('need what is required, in the right type', () => {
    void client.revenues.record.mutate({ amount: '1', recordedAt });
    // @ts-expect-error recordedAt is missing
    void client.revenues.record.mutate({ amount: '1' });
    // @ts-expect-error an amount is text or a number
    void client.revenues.record.mutate({ amount: true, recordedAt });
    // @ts-expect-error there is no such field
    void client.revenues.record.mutate({ amount: '1', recordedAt, agent: 'sales-bot' });
    // @ts-expect-error the key of one call is in the context of the call
    void client.revenues.record.mutate({ amount: '1', recordedAt, idempotencyKey: 'a' });
    // @ts-expect-error a batch is a list
    void client.goals.recordBatch.mutate({ goalKey: 'signup' });
    // @ts-expect-error there is no such kind
    void client.records.live.subscribe({ kinds: ['agents'] });
    // @ts-expect-error there is no such measure
    void client.analytics.slice.query({ window: { from: '2026-01-01', to: '2026-02-01' }, totals: ['luck'] });
  });

  test('take amounts as text, numbers and bigints', () => {
    void client.revenues.record.mutate({ amount: 1, recordedAt });
    void client.revenues.recordBatch.mutate([{ amount: 1n, recordedAt }]);
    void client.events.record.mutate({ type: 'llm.call', cost: 3e-7, inputTokens: 1 });
    void client.goalTypes.update.mutate({ key: 'signup', value: 25 });
    // @ts-expect-error a count is a number
    void client.events.record.mutate({ type: 'llm.call', inputTokens: 1n });
    const asked = { window: { from: '2026-01-01', to: '2026-02-01' }, where: { amount: { gte: 0.5 } } };
    void client.analytics.slice.query(asked);
    void client.analytics.live.subscribe(asked);
    expectTypeOf(usd(1)).toEqualTypeOf<string>();
  });

  test('are for what there is', () => {
    // @ts-expect-error records are never deleted
    void client.revenues.delete;
    // @ts-expect-error writes are mutations
    void client.revenues.record.query;
    // @ts-expect-error reads are queries
    void client.revenues.list.mutate;
  });
});

describe('options', () => {
  test('require the URL and the API key', () => {
    // @ts-expect-error
    createOutturnClient({ apiKey: 'ot_live_x' });
    // @ts-expect-error
    createOutturnClient({ url: 'http://localhost:3000' });
    createOutturnClient({ url: new URL('http://localhost:3000'), apiKey: null, timeout: 1_000, retries: 0 });
    createOutturnClient({
      url: 'http://localhost:3000',
      apiKey: process.env.OUTTURN_API_KEY,
      onRetry: ({ path, failures, delay, error }) => {
        expectTypeOf(path).toEqualTypeOf<string>();
        expectTypeOf(failures).toEqualTypeOf<number>();
        expectTypeOf(delay).toEqualTypeOf<number>();
        expectTypeOf(error).toExtend<Error>();
      },
    });
  });

  test('include context and signal per call', () => {
    const context = {
      idempotencyKey: 'order-1',
      timeout: 1_000,
      retries: 2,
      onRetry: () => undefined,
    } satisfies CallContext;
    void client.goals.record.mutate({ goalKey: 'signup' }, { context, signal: AbortSignal.timeout(5) });
    // @ts-expect-error a key is text
    ({ idempotencyKey: 1 }) satisfies CallContext;
  });
});

test("the client's router has the types of the server's", () => {
  expectTypeOf<inferRouterInputs<ClientRouter>>().toEqualTypeOf<Plain<inferRouterInputs<AppRouter>>>();
  expectTypeOf<inferRouterOutputs<ClientRouter>>().toExtend<inferRouterOutputs<AppRouter>>();
  expectTypeOf<inferRouterOutputs<AppRouter>>().toExtend<inferRouterOutputs<ClientRouter>>();
  expectTypeOf<inferRouterError<ClientRouter>>().toEqualTypeOf<inferRouterError<AppRouter>>();
});

describe('errors', () => {
  test('have their fields after the type guard', () => {
    const error: unknown = new TRPCClientError('');
    if (!isOutturnError(error)) return;
    expectTypeOf(error).toEqualTypeOf<OutturnClientError>();
    expectTypeOf(error.status).toEqualTypeOf<number>();
    expectTypeOf(error.details).toEqualTypeOf<readonly ErrorDetail[]>();
    expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>();
    expectTypeOf(error.code).toExtend<string>();
    expectTypeOf<'Not Found'>().toExtend<typeof error.code>();
  });

  test('are errors of tRPC', () => {
    expectTypeOf<OutturnClientError>().toExtend<TRPCClientError<AppRouter>>();
    expectTypeOf<OutturnTimeoutError>().toExtend<OutturnConnectionError>();
    expectTypeOf(OutturnConnectionError).toBeConstructibleWith('gone');
  });

  test('never make the client another than that of tRPC', () => {
    expectTypeOf(client).toExtend<TRPCClient<AppRouter>>();
  });
});
