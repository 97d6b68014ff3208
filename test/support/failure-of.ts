import { expect } from 'vitest';

/** The error of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error,
  );
}
