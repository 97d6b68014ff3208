import { afterAll } from 'vitest';
import { type Gateway, startGateway } from '../gateway.ts';

/** Starts gateways for the tests of a file; those that still run at its end are stopped. */
export function useGateways(): {
  start(databaseUrl: string, env?: NodeJS.ProcessEnv): Promise<Gateway>;
} {
  const started: Gateway[] = [];
  afterAll(() => Promise.all(started.map((gateway) => gateway.stop())));
  return {
    async start(databaseUrl, env) {
      const gateway = await startGateway(databaseUrl, env);
      started.push(gateway);
      return gateway;
    },
  };
}
