import { agents } from './agents.ts';
import { customers } from './customers.ts';
import { goalTypes } from './goal-types.ts';
import { sessions } from './sessions/sessions.ts';
import { tools } from './tools.ts';

/** In the order of documents. */
export const dimensions = [goalTypes, agents, customers, tools, sessions] as const;
