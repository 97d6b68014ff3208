import type { z } from 'zod';
import { defineCountedRecords, defineLiveAnalytics, defineSlice } from './analytics/index.ts';
import type { SliceDimension } from './analytics/slice-dimensions.ts';
import { ACCOUNT_SCOPE, OPERATOR_SCOPE, type Scope } from './base/scopes.ts';
import type { AnyDimension } from './catalogue/definition/define-dimension.ts';
import { dimensions } from './catalogue/dimensions.ts';
import type { Operation, Query } from './operations/define.ts';
import { byName } from './operations/names.ts';
import type { Subscription } from './operations/subscription.ts';
import { account } from './people/accounts/index.ts';
import { apiKeys } from './people/api-keys/operations.ts';
import { settings } from './people/developers/settings.ts';
import { prices } from './prices/operations.ts';
import type { AnyRecordKind } from './records/definition/define-record-kind.ts';
import { defineCorrections } from './records/list-corrections.ts';
import { defineLiveRecords } from './records/live-records.ts';
import { recordKinds } from './records/record-kinds.ts';
import { defineTimeline } from './relations/index.ts';
import { defineReports } from './reports/operations.ts';
import { traces } from './traces/sources.ts';
import { defineTelemetry, type TelemetryIntake } from './traces/traces.ts';

/** A service, its database and its surfaces are made from a model. */
export type Model = {
  dimensions: readonly AnyDimension[];
  kinds: readonly AnyRecordKind[];
  /** In the order of documents. */
  operations: readonly Operation[];
  subscriptions: readonly Subscription[];
  /** What OTLP serves; null without events. */
  telemetry: TelemetryIntake | null;
  /** Those that API keys can have. */
  scopes: readonly Scope[];
  analytics: {
    slice: Query<string, z.ZodType, z.ZodType>;
    live: Subscription;
    records: Query<string, z.ZodType, z.ZodType>;
    dimensions: ReadonlyMap<string, SliceDimension>;
  };
};

/** The dimensions and kinds of a model, with all that follows from them. Throws if a kind names another dimension. */
export function defineModel<
  const Dimensions extends readonly AnyDimension[],
  const Kinds extends readonly AnyRecordKind[],
>({ dimensions, kinds }: { dimensions: Dimensions; kinds: Kinds }) {
  const known = new Set(dimensions.map(({ table }) => table));
  for (const { name, dimensions } of kinds)
    for (const { table } of dimensions)
      if (!known.has(table))
        throw new Error(`The kind ${name} names ${table}, which is no dimension of the model.`);
  const { slice, dimensions: sliceDimensions, filter } = defineSlice(dimensions);
  const live = defineLiveAnalytics(slice);
  const records = defineCountedRecords(kinds, { dimensions: sliceDimensions, filter });
  const operations = [
    ...operationsOf(kinds),
    ...valuesOf(defineCorrections(kinds)),
    ...operationsOf(dimensions),
    ...valuesOf(defineTimeline(kinds)),
    slice,
    records,
    ...valuesOf(defineReports(slice)),
    ...valuesOf(prices),
    ...valuesOf(traces),
    ...valuesOf(settings),
    ...valuesOf(apiKeys),
    ...valuesOf(account),
  ];
  return {
    dimensions,
    kinds,
    operations,
    subscriptions: [defineLiveRecords(kinds), live] as const,
    telemetry: defineTelemetry(kinds),
    scopes: scopesOf(operations),
    analytics: { slice, live, records, dimensions: sliceDimensions.all },
  };
}

type ValueOf<Group> = Group extends unknown ? Group[keyof Group] : never;

function operationsOf<Groups extends readonly { operations: object }[]>(groups: Groups) {
  // An array erases which of its members has which operations.
  return groups.flatMap(({ operations }) => valuesOf(operations)) as ValueOf<Groups[number]['operations']>[];
}

/** `Object.values` has one type for all values of a group; this has the type of each. */
function valuesOf<Group extends object>(group: Group): ValueOf<Group>[] {
  return Object.values(group);
}

/** `analytics:explain` belongs to an input of `analytics.slice`, not to an operation of its own. */
function scopesOf(operations: readonly Operation[]): Scope[] {
  const scopes = operations.flatMap(({ scope }) =>
    scope === ACCOUNT_SCOPE || scope === OPERATOR_SCOPE ? [] : [scope],
  );
  return [...new Set<Scope>(['analytics:explain', ...scopes])].sort();
}

export const product = defineModel({ dimensions, kinds: recordKinds });

export const { operations: allOperations, subscriptions: allSubscriptions, scopes } = product;
export const operations = byName(allOperations);
export const subscriptions = byName(allSubscriptions);
