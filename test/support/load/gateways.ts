import { afterAll } from 'vitest';
import { type Gateway, type StartOptions, startGateway } from '../gateway.ts';

/** Starts gateways for the tests of a file, and stops those that still run at its end. */
export function useGateways(): {
  start(databaseUrl: string, env?: NodeJS.ProcessEnv, options?: StartOptions): Promise<Gateway>;
} {
  const started: Gateway[] = [];
  afterAll(() => Promise.all(started.map((gateway) => gateway.stop())));
  return {
    async start(databaseUrl, env, options) {
      const gateway = await startGateway(databaseUrl, env, options);
      started.push(gateway);
      return gateway;
    },
  };
}
