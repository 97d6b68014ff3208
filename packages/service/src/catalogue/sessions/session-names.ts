import { agents } from '../agents.ts';
import { customers } from '../customers.ts';
import { dimensionOf } from '../definition/dimension.ts';

/** The agent and the customer of a session are those of its earliest record that names one. */
const remembered = [agents, customers] as const;

export const sessionDimension = dimensionOf({
  name: 'sessions',
  noun: 'a session',
  example: { id: '018d0c3e-5a10-7b3e-8d21-6f1c0b9e7a05', key: 'session-42' },
  slice: { description: 'The session.' },
  remembers: remembered,
});
