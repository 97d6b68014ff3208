import { operations } from '@outturn/service';
import type { GraphQLResolveInfo } from 'graphql';
import type { GraphqlContext } from '../builder.ts';
import { inGraphqlTerms, withoutNulls } from '../input-translation.ts';
import { checkAnswerSize } from '../limits/answer-size.ts';
import { shown } from '../mount/object-type.ts';
import type { Draft } from '../mount/schema-builder.ts';
import { runQuery } from '../run-operation.ts';
import { selectionsOf } from './selection.ts';
import type { AnalyticsParts } from './slice-arguments.ts';
import { placeOf, sliceRequest } from './slice-request.ts';

const { slice } = operations.analytics;

export function mountAnalyticsField({ builder }: Draft, { type, args }: AnalyticsParts): void {
  builder.queryField('analytics', (t) =>
    t.field({
      type,
      nullable: true,
      description: `${slice.summary}. ${slice.description}`,
      args,
      resolve: (_, args, context, info) => shown(answer(args, context, info)),
    }),
  );
}

async function answer(args: object, context: GraphqlContext, info: GraphQLResolveInfo) {
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
