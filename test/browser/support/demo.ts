import { demoSessions, demoThings } from '@outturn/demo-data';
import { send } from '../../support/drivers/http.ts';
import { apiOf } from './visitor.ts';

/** Records for one request. */
const MAX_ITEMS = 500;

/** Fills an account with what `npm run outturn -- seed` records. */
export async function seedDemo(
  url: string,
  apiKey: string,
  { days = 40, sessions = 12 } = {},
): Promise<void> {
  const api = apiOf(url, apiKey);
  const { goalTypes, tools, agents, customers } = demoThings();
  // Values are given before what they are values of.
  await Promise.all([
    ...goalTypes.map((thing) => api.goalTypes.create.mutate(thing)),
    ...tools.map((thing) => api.tools.create.mutate(thing)),
    ...agents.map((thing) => api.agents.create.mutate(thing)),
    ...customers.map((thing) => api.customers.create.mutate(thing)),
  ]);
  const data = demoSessions({ seed: 'demo', days, sessions, until: new Date() });
  const records = [...data].flatMap((session) => session.records);
  for (const kind of ['events', 'goals', 'revenues'] as const) {
    const inputs = records.filter((record) => record.kind === kind).map(({ input }) => input);
    for (let i = 0; i < inputs.length; i += MAX_ITEMS) {
      const body = JSON.stringify(inputs.slice(i, i + MAX_ITEMS));
      const { status, text } = await send(`${url}/v1/${kind}/batch`, { token: apiKey, body });
      if (status !== 200) throw new Error(`seeding ${kind}: ${status} ${text}`);
    }
  }
}
