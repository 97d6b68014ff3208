import type { Analytics, Model, Subscription } from '@outturn/service';
import type { GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import type { GraphqlContext } from '../builder.ts';
import { inGraphqlTerms, withoutNulls } from '../input-translation.ts';
import { checkAnswerSize } from '../limits/answer-size.ts';
import { shown } from '../mount/object-type.ts';
import type { Draft } from '../mount/schema-builder.ts';
import { runQuery } from '../run-operation.ts';
import type { RecordConnection } from '../schema/timeline.ts';
import { dataOf, follow } from '../subscription-iterator.ts';
import { type CountedRecords, mountCountedRecords } from './mount-counted-records.ts';
import { selectionsOf } from './selection.ts';
import { sliceEnums } from './slice-enums.ts';
import { sliceInputs } from './slice-inputs.ts';
import { placeOf, sliceRequest } from './slice-request.ts';
import { type Slice, sliceSchemas } from './slice-schemas.ts';
import { type AnalyticsParts, analyticsType, sliceArguments } from './slice-types.ts';

/** Enums come first, as inputs use them. */
export function mountAnalytics(
  draft: Draft,
  { analytics }: Pick<Model, 'analytics'>,
  connection: RecordConnection,
): void {
  // The schemas of a question by other dimensions have the same parts.
  const slice = analytics.slice as Slice;
  const schemas = sliceSchemas(slice);
  const slices = { ...sliceEnums(draft, schemas, analytics.dimensions), ...sliceInputs(draft, schemas) };
  const parts = {
    type: analyticsType(draft, slices, schemas),
    args: sliceArguments(draft, slices, slice.input.shape.timeZone.description),
    Measure: slices.Measure,
  };
  const { graphql } = slice;
  if (!graphql || !('query' in graphql)) throw new Error(`${slice.name} names no query of GraphQL.`);
  mountAnalyticsField(draft, graphql.query, parts, slice);
  // The subscription has the name of the query, whose answers it follows.
  mountAnalyticsSubscription(draft, graphql.query, parts, analytics.live as Live);
  // The query of a model with other kinds has the same fields.
  mountCountedRecords(draft, analytics.records as CountedRecords, { connection, ...parts });
}

function mountAnalyticsField(
  { builder }: Draft,
  name: string,
  { type, args }: AnalyticsParts,
  slice: Slice,
): void {
  builder.queryField(name, (t) =>
    t.field({
      type,
      nullable: true,
      description: `${slice.summary}. ${slice.description}`,
      args,
      resolve: (_, args, context, info) => shown(answer(slice, args, context, info)),
    }),
  );
}

async function answer(slice: Slice, args: object, context: GraphqlContext, info: GraphQLResolveInfo) {
  const request = sliceRequest(selectionsOf(info));
  const isExplained = context.params?.extensions?.plan;
  const input = { ...withoutNulls({ ...args, plan: isExplained }), ...request };
  const { output } = await runQuery(context, slice, input).catch((error: unknown) => {
    throw inGraphqlTerms(error, (field) => placeOf(field, request));
  });
  const { plan, ...answer } = output.value;
  checkAnswerSize(context, answer);
  if (plan) context.plans?.push({ path: [info.path.key], statements: plan });
  return answer;
}

type Live = Subscription<string, z.ZodType, z.ZodType<Analytics>>;

function mountAnalyticsSubscription(
  { builder }: Draft,
  name: string,
  { type, args }: AnalyticsParts,
  live: Live,
): void {
  builder.subscriptionField(name, (t) =>
    t.field({
      type,
      nullable: true,
      description: `${live.summary}. ${live.description}`,
      args,
      subscribe: (_, args, context, info) => start(live, args, context, info),
      resolve: (event) => shown(Promise.resolve(dataOf(event))),
    }),
  );
}

function start(live: Live, args: object, context: GraphqlContext, info: GraphQLResolveInfo) {
  const { service, call } = context;
  const request = sliceRequest(selectionsOf(info));
  const input = { ...withoutNulls(args), ...request };
  const subscribe = (signal: AbortSignal) => service.subscribe(live, { call, signal }, input);
  return follow(subscribe, context).catch((error: unknown) => {
    throw inGraphqlTerms(error, (field) => placeOf(field, request));
  });
}
