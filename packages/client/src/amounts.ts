import { type Amount, type MoneyFields, toUsd, type WithAmounts, writeAmounts } from '@outturn/money';
import type { TRPCLink } from '@trpc/client';
import type { AppRouter } from './app-router.ts';
import { OutturnAmountError } from './errors.ts';

/**
 * The decimal text in which Outturn takes and stores an amount: `usd(3e-7)` is "0.0000003". Rounds half-even to 9 decimals, from
 * the shortest text of a number; keeps text that Outturn accepts, such as "99.90". Calls do the same with their amounts.
 *
 * Throws {@link OutturnAmountError} for NaN, infinities, more than 15 digits before the decimal point, and text that is no
 * number.
 */
export function usd(amount: Amount): string {
  return toUsd(amount, (problem) => new OutturnAmountError(problem));
}

/** Turns amounts in the input of a call into decimal text, the only form that the server takes. */
export const amountLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next({ ...op, input: writeAmounts(op.path, op.input, usdIn) });

function usdIn(amount: Amount, field: string): string {
  return toUsd(amount, (problem) => new OutturnAmountError(`${field}: ${problem}`));
}

/**
 * The type of a client whose calls take amounts as numbers or other types, too. It stays assignable to the type of
 * the client itself.
 */
export type Accepting<Client> = {
  [Group in keyof Client]: Group extends string ? AcceptingGroup<Group, Client[Group]> : Client[Group];
};

type AcceptingGroup<Group extends string, Procedures> = {
  [Verb in keyof Procedures]: `${Group}.${Verb & string}` extends infer Name extends keyof MoneyFields
    ? Procedure<Name, Procedures[Verb]>
    : Procedures[Verb];
};

/**
 * New function types: the type of a procedure of tRPC is invariant in its input, so a wider input needs a new one.
 */
type Procedure<Name, Calls> = {
  [Call in keyof Calls]: Call extends 'subscribe' ? Subscribe<Name, Calls[Call]> : Ask<Name, Calls[Call]>;
};

type Ask<Name, Call> = Call extends (input: infer Input, options?: infer Options) => infer Answer
  ? (input: WithAmounts<Name, Input>, options?: Options) => Answer
  : never;

type Subscribe<Name, Call> = Call extends {
  (input: infer Input, callbacks: infer Callbacks): infer Subscription;
  (input: never, options?: infer Options): infer Events;
}
  ? Call & {
      (input: WithAmounts<Name, Input>, callbacks: Callbacks): Subscription;
      (input: WithAmounts<Name, Input>, options?: Options): Events;
    }
  : // tRPC before 11.25 has callbacks alone.
    Call extends (input: infer Input, callbacks: infer Callbacks) => infer Subscription
    ? Call & ((input: WithAmounts<Name, Input>, callbacks: Callbacks) => Subscription)
    : never;
