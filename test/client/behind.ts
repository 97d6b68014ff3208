import { createOutturnClient, type OutturnClientOptions } from '@outturn/client';
import { expect } from 'vitest';
import { mintKey } from '../support/developers.ts';
import type { Fate, useFaultyProxies } from '../support/faulty-proxy.ts';

type Options = Partial<OutturnClientOptions>;

/** A client of a developer of its own, whose requests meet these fates one after another, and then pass. */
export async function clientBehind(
  proxy: ReturnType<typeof useFaultyProxies>,
  target: string,
  { fates, ...options }: Options & { fates: Fate[] },
) {
  const waiting = [...fates];
  const { url, seen } = await proxy(target, () => waiting.shift() ?? 'pass');
  const { token } = await mintKey();
  return { client: createOutturnClient({ apiKey: token, url, ...options }), seen };
}

/** What a call that must fail fails with. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error,
  );
}
