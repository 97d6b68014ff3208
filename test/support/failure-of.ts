import { expect } from 'vitest';

/** What a call that must fail fails with. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error,
  );
}
