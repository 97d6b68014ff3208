import { isOutturnError, type OutturnClient } from '@outturn/client';
import { demoEntities } from '@outturn/demo-data';

/** Creates agents, customers, goal types and tools; existing ones stay unchanged. */
export async function createEntities(client: OutturnClient, signal: AbortSignal): Promise<void> {
  const { agents, customers, goalTypes, tools } = demoEntities();
  const options = { signal };
  await Promise.all([
    ...agents.map((agent) => unlessKnown(client.agents.create.mutate(agent, options))),
    ...customers.map((customer) => unlessKnown(client.customers.create.mutate(customer, options))),
    ...goalTypes.map((goalType) => unlessKnown(client.goalTypes.create.mutate(goalType, options))),
    ...tools.map((tool) => unlessKnown(client.tools.create.mutate(tool, options))),
  ]);
}

async function unlessKnown(creating: Promise<unknown>): Promise<void> {
  try {
    await creating;
  } catch (error) {
    const isKnown = isOutturnError(error) && error.details.some(({ field }) => field === 'key');
    if (!isKnown) throw error;
  }
}
