import { startGateway } from './gateway.ts';
import { GRACE } from './grace.ts';
import type { Serving, ServingOptions } from './serving.ts';

export async function serveAlone(options: ServingOptions): Promise<Serving> {
  const gateway = await startGateway(options);
  return {
    port: gateway.port,
    withDatabase: (work) => work(gateway.database),
    async close() {
      setTimeout(() => process.exit(1), GRACE).unref();
      await gateway.close();
      return true;
    },
  };
}
