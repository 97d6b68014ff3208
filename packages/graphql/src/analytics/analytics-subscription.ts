import { subscriptions } from '@outturn/service';
import type { GraphQLResolveInfo } from 'graphql';
import { builder, type GraphqlContext } from '../builder.ts';
import { inGraphqlTerms, withoutNulls } from '../field-terms.ts';
import { follow, told } from '../follow.ts';
import { shown } from '../mount/object-type.ts';
import { sliceArguments } from './arguments.ts';
import { selectionsOf } from './selection.ts';
import { placeOf, sliceRequest } from './slice-request.ts';
import { AnalyticsType } from './slice-types.ts';

const { live } = subscriptions.analytics;

builder.subscriptionField('analytics', (t) =>
  t.field({
    type: AnalyticsType,
    nullable: true,
    description: `${live.summary}. ${live.description}`,
    args: sliceArguments(),
    subscribe: (_, args, context, info) => start(args, context, info),
    resolve: (event) => shown(Promise.resolve(told(event))),
  }),
);

function start(args: object, context: GraphqlContext, info: GraphQLResolveInfo) {
  const { service, call } = context;
  const request = sliceRequest(selectionsOf(info));
  const input = { ...withoutNulls(args), ...request };
  const subscribe = (signal: AbortSignal) => service.subscribe(live, { call, signal }, input);
  return follow(subscribe, context).catch((error: unknown) => {
    throw inGraphqlTerms(error, (field) => placeOf(field, request));
  });
}
