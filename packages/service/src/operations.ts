import { account } from './accounts/index.ts';
import { agents } from './agents/index.ts';
import { analytics, liveAnalytics } from './analytics/index.ts';
import { apiKeys } from './api-keys/index.ts';
import { customers } from './customers/index.ts';
import { events } from './events/index.ts';
import { goalTypes } from './goal-types/index.ts';
import { goals } from './goals/index.ts';
import type { Operation } from './kernel/operation.ts';
import { outcomes } from './outcomes/index.ts';
import { records } from './records/index.ts';
import { reports } from './reports/index.ts';
import { revenues } from './revenues/index.ts';
import { sessions } from './sessions/index.ts';
import { tools } from './tools/index.ts';

/** Every operation, by group. */
export const operations = {
  revenues,
  outcomes,
  goals,
  events,
  goalTypes,
  agents,
  customers,
  sessions,
  tools,
  analytics,
  reports,
  apiKeys,
  account,
};

/** The registry as a flat list, for documents and for tests that must miss none. */
export const allOperations: readonly Operation[] = Object.values(operations).flatMap((group) =>
  Object.values<Operation>(group),
);

/** Everything that can be followed, by group. */
export const subscriptions = { records, analytics: { live: liveAnalytics } };
