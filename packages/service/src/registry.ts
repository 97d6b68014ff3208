import { analytics, liveAnalytics } from './analytics/index.ts';
import { ACCOUNT_SCOPE } from './base/scopes.ts';
import { agents } from './catalogue/agents/index.ts';
import { customers } from './catalogue/customers/index.ts';
import { goalTypes } from './catalogue/goal-types/index.ts';
import { sessions } from './catalogue/sessions/index.ts';
import { tools } from './catalogue/tools/index.ts';
import { KindRegistry } from './kinds/kind-registry.ts';
import type { Operation } from './operations/define.ts';
import { account } from './people/accounts/index.ts';
import { apiKeys } from './people/api-keys/index.ts';
import type { AnyRecordKind } from './records/definition/define-record-kind.ts';
import { defineLiveRecords } from './records/live-records.ts';
import { recordKinds } from './records/record-kinds.ts';
import { reports } from './reports/index.ts';

type RecordOperations<Kind extends AnyRecordKind> = { [One in Kind as One['name']]: One['operations'] };

/** Every operation of a service with these kinds of records, by group. */
function operationsOf<const Kinds extends readonly AnyRecordKind[]>(kinds: Kinds) {
  const ofRecords = Object.fromEntries(kinds.map(({ name, operations }) => [name, operations]));
  return {
    // Object.fromEntries forgets which name has which operations.
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

/** Everything that can be followed, by group. */
export function subscriptionsOf<const Kinds extends readonly AnyRecordKind[]>(kinds: Kinds) {
  return { records: { live: defineLiveRecords(kinds) }, analytics: { live: liveAnalytics } };
}

/** The operations of the product. */
export const operations = operationsOf(recordKinds);
export const subscriptions = subscriptionsOf(recordKinds);

/** Every scope that an API key of the product can have. */
export const { scopes } = new KindRegistry(recordKinds);

/** The registry as a flat list, for documents and for tests that must miss none. */
export const allOperations: readonly Operation[] = Object.values(operations).flatMap((group) =>
  Object.values<Operation>(group),
);

const unknown = allOperations.find(
  ({ scope }) => scope !== ACCOUNT_SCOPE && !scopes.some((one) => one === scope),
);
if (unknown) throw new Error(`${unknown.name} needs the scope ${unknown.scope}, which no API key can have.`);
