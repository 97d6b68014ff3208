// The program of a user of both packages, for the compilers of `usesTypes`. It is compiled and never runs.
import {
  type AppRouter,
  createOutturnClient,
  type ErrorCode,
  isOutturnError,
  type OutturnClientError,
} from '@outturn/client';
import { Outturn, OutturnApiError, type ErrorCode as RestErrorCode, type Revenue } from '@outturn/sdk';
import type { inferRouterError, inferRouterInputs, inferRouterOutputs } from '@trpc/server';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type IsAny<Type> = 0 extends 1 & Type ? true : false;
/** Whether `any` is anywhere in a type. */
type HasAny<Type> =
  IsAny<Type> extends true
    ? true
    : Type extends string
      ? false
      : Type extends AsyncIterable<infer Item>
        ? HasAny<Item>
        : Type extends readonly (infer Item)[]
          ? HasAny<Item>
          : Type extends (...args: infer Args) => infer Result
            ? HasAny<Args> | HasAny<Result>
            : Type extends object
              ? { [Name in keyof Type]-?: HasAny<Type[Name]> }[keyof Type]
              : false;
function expectType<_Type extends true>() {}

expectType<Equal<HasAny<inferRouterInputs<AppRouter>>, false>>();
expectType<Equal<HasAny<inferRouterOutputs<AppRouter>>, false>>();
expectType<Equal<HasAny<inferRouterError<AppRouter>>, false>>();
expectType<Equal<HasAny<{ a: { b: ReturnType<JSON['parse']> }[] }>, true>>();

const client = createOutturnClient({ url: 'http://localhost:3000', apiKey: 'ot_live_x' });
const recordedAt = '2026-01-31T12:00:00Z';
const window = { from: '2026-01-01', to: '2026-02-01' };

export async function useClient() {
  const revenue = await client.revenues.record.mutate({ amount: 3e-7, recordedAt });
  expectType<Equal<typeof revenue, inferRouterOutputs<AppRouter>['revenues']['record']>>();
  expectType<Equal<typeof revenue.amount, string>>();
  expectType<Equal<typeof revenue.agentKey, string | null>>();
  // @ts-expect-error recordedAt is missing
  void client.revenues.record.mutate({ amount: '1' });
  // @ts-expect-error there is no such field
  void client.revenues.record.mutate({ amount: '1', recordedAt, agent: 'sales-bot' });
  // @ts-expect-error an amount is text or a number
  void client.revenues.record.mutate({ amount: true, recordedAt });
  // @ts-expect-error records are never deleted
  void client.revenues.delete;

  const { results } = await client.goals.recordBatch.mutate([{ goalKey: 'signup', idempotencyKey: 'a' }]);
  for (const result of results) {
    if (result.status === 'rejected') expectType<Equal<typeof result.error.code, ErrorCode>>();
    else expectType<Equal<typeof result.record.goalKey, string>>();
  }

  const slice = await client.analytics.slice.query({ window, where: { amount: { gte: 1n } } });
  expectType<Equal<typeof slice.window.timeZone, string>>();
  client.analytics.live.subscribe(
    { window, where: { amount: { gte: 0.5 } } },
    { onData: (live) => expectType<Equal<typeof live.window.timeZone, string>>() },
  );
  client.records.live.subscribe(
    { kinds: ['goals'] },
    {
      onData({ id, data }) {
        expectType<Equal<typeof id, string>>();
        if (data.kind === 'goals') expectType<Equal<typeof data.record.goalKey, string>>();
        // @ts-expect-error a position is no record
        if (data.kind === 'position') void data.record;
      },
    },
  );
}

export function readError(error: unknown) {
  if (!isOutturnError(error)) return;
  expectType<Equal<typeof error, OutturnClientError>>();
  expectType<Equal<typeof error.code, ErrorCode>>();
  expectType<Equal<NonNullable<typeof error.data>['error'], ErrorCode>>();
  expectType<'Not Found' extends typeof error.code ? true : false>();
}

const outturn = new Outturn({ apiKey: 'ot_live_x', baseUrl: 'http://localhost:3000' });

export async function useSdk() {
  const revenue = await outturn.revenues.record({ amount: 1n, recordedAt: new Date() });
  expectType<Equal<typeof revenue, Revenue>>();
  // @ts-expect-error an amount is text or a number
  outturn.revenues.record({ amount: true, recordedAt: new Date() });
  const { results } = await outturn.goals.recordBatch([{ goalKey: 'signup' }]);
  for (const result of results) {
    if (result.status === 'rejected') expectType<Equal<typeof result.error.code, RestErrorCode>>();
    else expectType<Equal<typeof result.record.goalKey, string>>();
  }
  for await (const event of outturn.live({ kinds: ['goals'] })) {
    if (event.kind === 'goals') expectType<Equal<typeof event.record.goalKey, string>>();
  }
  const error: unknown = undefined;
  if (error instanceof OutturnApiError) expectType<Equal<typeof error.code, RestErrorCode>>();
}
