import { subscriptions } from '@outturn/service';
import type { GraphQLResolveInfo } from 'graphql';
import type { GraphqlContext } from '../builder.ts';
import { inGraphqlTerms, withoutNulls } from '../input-translation.ts';
import { shown } from '../mount/object-type.ts';
import type { Draft } from '../mount/schema-builder.ts';
import { dataOf, follow } from '../subscription-iterator.ts';
import { selectionsOf } from './selection.ts';
import type { AnalyticsParts } from './slice-arguments.ts';
import { placeOf, sliceRequest } from './slice-request.ts';

const { live } = subscriptions.analytics;

export function mountAnalyticsSubscription({ builder }: Draft, { type, args }: AnalyticsParts): void {
  builder.subscriptionField('analytics', (t) =>
    t.field({
      type,
      nullable: true,
      description: `${live.summary}. ${live.description}`,
      args,
      subscribe: (_, args, context, info) => start(args, context, info),
      resolve: (event) => shown(Promise.resolve(dataOf(event))),
    }),
  );
}

function start(args: object, context: GraphqlContext, info: GraphQLResolveInfo) {
  const { service, call } = context;
  const request = sliceRequest(selectionsOf(info));
  const input = { ...withoutNulls(args), ...request };
  const subscribe = (signal: AbortSignal) => service.subscribe(live, { call, signal }, input);
  return follow(subscribe, context).catch((error: unknown) => {
    throw inGraphqlTerms(error, (field) => placeOf(field, request));
  });
}
