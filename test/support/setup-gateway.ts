import type { TestProject } from 'vitest/node';
import { behindProxy, startGateway } from './gateway.ts';
import { buildProgram } from './program.ts';
import { sharedByProjects } from './shared-by-projects.ts';

/** Builds and starts the gateway of the run; in watch mode again before each rerun, at the same address. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { databaseUrl } = project.getProvidedContext();
  const { value, release } = await sharedByProjects('gateway', async () => {
    await buildProgram();
    let gateway = await startGateway(databaseUrl, behindProxy);
    const { url } = gateway;
    project.onTestsRerun(async () => {
      try {
        await buildProgram();
        await gateway.stop();
        gateway = await startGateway(databaseUrl, { ...behindProxy, PORT: new URL(url).port });
      } catch (error) {
        process.stderr.write(`The gateway of the run stays as it was: ${error}\n`);
      }
    });
    return { value: url, stop: () => gateway.stop() };
  });
  project.provide('gatewayUrl', value);
  return release;
}
