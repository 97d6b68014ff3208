import { analytics, liveAnalytics } from './analytics/index.ts';
import { agents } from './catalogue/agents/index.ts';
import { customers } from './catalogue/customers/index.ts';
import { goalTypes } from './catalogue/goal-types/index.ts';
import { sessions } from './catalogue/sessions/index.ts';
import { tools } from './catalogue/tools/index.ts';
import type { Operation } from './operations/define.ts';
import { account } from './people/accounts/index.ts';
import { apiKeys } from './people/api-keys/index.ts';
import { events } from './records/events/index.ts';
import { goals } from './records/goals/index.ts';
import { records } from './records/index.ts';
import { outcomes } from './records/outcomes/index.ts';
import { revenues } from './records/revenues/index.ts';
import { reports } from './reports/index.ts';

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
