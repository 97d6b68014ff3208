import { analytics, liveAnalytics } from './analytics/index.ts';
import { ACCOUNT_SCOPE } from './base/scopes.ts';
import { agents } from './catalogue/agents/agent.dimension.ts';
import { customers } from './catalogue/customers/customer.dimension.ts';
import { goalTypes } from './catalogue/goal-types/goal-type.dimension.ts';
import { sessions } from './catalogue/sessions/session-operations.ts';
import { tools } from './catalogue/tools/tool.dimension.ts';
import { KindRegistry } from './kinds/kind-registry.ts';
import type { Operation } from './operations/define.ts';
import { account } from './people/accounts/index.ts';
import { apiKeys } from './people/api-keys/index.ts';
import type { AnyRecordKind } from './records/definition/define-record-kind.ts';
import { defineLiveRecords } from './records/live-records.ts';
import { recordKinds } from './records/record-kinds.ts';
import { reports } from './reports/index.ts';

type RecordOperations<Kind extends AnyRecordKind> = { [One in Kind as One['name']]: One['operations'] };

function operationsOf<const Kinds extends readonly AnyRecordKind[]>(kinds: Kinds) {
  const ofRecords = Object.fromEntries(kinds.map(({ name, operations }) => [name, operations]));
  return {
    // `Object.fromEntries` loses the names.
    ...(ofRecords as RecordOperations<Kinds[number]>),
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
}

export function subscriptionsOf<const Kinds extends readonly AnyRecordKind[]>(kinds: Kinds) {
  return { records: { live: defineLiveRecords(kinds) }, analytics: { live: liveAnalytics } };
}

export const operations = operationsOf(recordKinds);
export const subscriptions = subscriptionsOf(recordKinds);

/** Scopes that API keys can have. */
export const { scopes } = new KindRegistry(recordKinds);

/** For documents, and tests that must cover all. */
export const allOperations: readonly Operation[] = Object.values(operations).flatMap((group) =>
  Object.values<Operation>(group),
);

const unknown = allOperations.find(
  ({ scope }) => scope !== ACCOUNT_SCOPE && !scopes.some((one) => one === scope),
);
if (unknown) throw new Error(`${unknown.name} needs the scope ${unknown.scope}, which no API key can have.`);
