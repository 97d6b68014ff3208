import type { ErrorDetail, Revenue } from '@outturn/service';
import type { Call } from './http.ts';

export type { Call } from './http.ts';

type Success<T> = { ok: true; value: T; replayed: boolean };

/** `status` is that of the error, also where the transport answers with another one. */
export type Failure = {
  ok: false;
  code: string;
  message: string;
  status: number;
  details: readonly ErrorDetail[] | undefined;
};

/** The result of a call, in the same form on every surface. */
export type Result<T> = Success<T> | Failure;

export type Page = { items: Revenue[]; nextCursor: string | null };

export type Correction = { id: string; version: number; before: Revenue | null; after: Revenue | null };

/**
 * A client of one surface with the interface of all. Inputs are `unknown`, because tests also send what the types
 * forbid.
 */
export type Driver = {
  record(input: unknown, call?: Call): Promise<Result<Revenue>>;
  correct(input: { id: string; [field: string]: unknown }, call?: Call): Promise<Result<Correction>>;
  refund(input: { id: string; [field: string]: unknown }, call?: Call): Promise<Result<Revenue>>;
  /** GraphQL calls the two fields `first` and `after`. */
  list(input?: { limit?: unknown; cursor?: unknown }, call?: Call): Promise<Result<Page>>;
  get(id: unknown, call?: Call): Promise<Result<Revenue>>;
  /** Calls an operation that the surface does not have. */
  callUnknown(call?: Call): Promise<Result<unknown>>;
  /** Sends this text in place of the JSON body that records a revenue. */
  recordText(body: string, call?: Call): Promise<Result<unknown>>;
};

/** A driver of the gateway at `url` with `token`, unless a call has its own. */
export type Connect = (url: string, token: string | null) => Driver;

/** The value of a call that must have succeeded. */
export function succeeded<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.status} ${result.code}: ${result.message} ${JSON.stringify(result.details)}`);
}

/** Parsed JSON as the type that the caller expects; the assertions that follow check it. */
export function parse<T>(text: string): T {
  return JSON.parse(text) as T;
}

/** Input of any kind for a typed client. */
export function untyped<T>(input: unknown): T {
  return input as T;
}
