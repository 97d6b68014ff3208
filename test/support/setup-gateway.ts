import type { TestProject } from 'vitest/node';
import { behindProxy, startGateway } from './gateway.ts';
import { bundleProgram } from './program.ts';
import { sharedByProjects } from './shared-by-projects.ts';

/** Brings the bundle up to date and starts the run's gateway. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { value, release } = await sharedByProjects('gateway', async () => {
    await bundleProgram();
    const gateway = await startGateway(project.getProvidedContext().databaseUrl, behindProxy);
    return { value: gateway.url, stop: () => gateway.stop() };
  });
  project.provide('gatewayUrl', value);
  return release;
}
