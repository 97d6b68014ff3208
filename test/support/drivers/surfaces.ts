import { afterAll, beforeAll, inject } from 'vitest';
import { behindProxy, type Gateway, startGateway } from '../gateway.ts';
import type { Connect } from './driver.ts';
import { connectGraphql } from './graphql.ts';
import { connectRest } from './rest.ts';
import { connectTrpc } from './trpc.ts';

/** The three surfaces, for `describe.each`. */
export const surfaces: readonly { name: 'REST' | 'GraphQL' | 'tRPC'; connect: Connect }[] = [
  { name: 'REST', connect: connectRest },
  { name: 'GraphQL', connect: connectGraphql },
  { name: 'tRPC', connect: connectTrpc },
];

/** The gateway that all files of a run share, with its default settings. Every test has developers of its own in it. */
export function useGateway(): { readonly url: string } {
  return {
    get url() {
      return inject('gatewayUrl');
    },
  };
}

/** A gateway for the tests of one file (or of a `describe`), with its own settings and log. */
export function useOwnGateway(env: NodeJS.ProcessEnv = {}): Gateway {
  let gateway: Gateway | undefined;
  beforeAll(async () => {
    gateway = await startGateway(inject('databaseUrl'), { ...behindProxy, ...env });
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
    get child() {
      return started().child;
    },
    output: () => started().output(),
    stop: (signal) => started().stop(signal),
  };
}
