import { afterAll, beforeAll, inject } from 'vitest';
import { type Gateway, startGateway } from '../gateway.ts';
import type { Connect } from './driver.ts';
import { connectGraphql } from './graphql.ts';
import { connectRest } from './rest.ts';
import { connectTrpc } from './trpc.ts';

/** The three doors, for `describe.each`. */
export const surfaces: readonly { name: 'REST' | 'GraphQL' | 'tRPC'; connect: Connect }[] = [
  { name: 'REST', connect: connectRest },
  { name: 'GraphQL', connect: connectGraphql },
  { name: 'tRPC', connect: connectTrpc },
];

/** The gateway believes the address that a call claims to come from. */
export const behindProxy = { TRUST_PROXY: '1' };

/** A gateway of its own for the tests of a file (or of a `describe`). */
export function useGateway(): { readonly url: string; output(): string } {
  let gateway: Gateway | undefined;
  beforeAll(async () => {
    gateway = await startGateway(inject('databaseUrl'), behindProxy);
  });
  afterAll(() => gateway?.stop());
  const started = () => {
    if (gateway) return gateway;
    throw new Error('the gateway runs from beforeAll to afterAll');
  };
  return {
    get url() {
      return started().url;
    },
    output: () => started().output(),
  };
}
