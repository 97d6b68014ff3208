import { startGateway } from './gateway.ts';
import { type Serving, type ServingOptions, SHUTDOWN_TIMEOUT } from './server-process.ts';

export async function serveAlone(options: ServingOptions): Promise<Serving> {
  const gateway = await startGateway(options);
  return {
    port: gateway.port,
    withDatabase: (work) => work(gateway.database),
    async close() {
      setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT).unref();
      await gateway.close();
      return true;
    },
  };
}
