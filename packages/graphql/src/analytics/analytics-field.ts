import { operations } from '@outturn/service';
import type { GraphQLResolveInfo } from 'graphql';
import { builder, type GraphqlContext } from '../builder.ts';
import { inGraphqlTerms, withoutNulls } from '../field-terms.ts';
import { checkAnswerSize } from '../limits/answer-size.ts';
import { shown } from '../mount/object-type.ts';
import { runQuery } from '../run-operation.ts';
import { sliceArguments } from './arguments.ts';
import { selectionsOf } from './selection.ts';
import { placeOf, sliceRequest } from './slice-request.ts';
import { AnalyticsType } from './slice-types.ts';

const { slice } = operations.analytics;

builder.queryField('analytics', (t) =>
  t.field({
    type: AnalyticsType,
    nullable: true,
    description: `${slice.summary}. ${slice.description}`,
    args: sliceArguments(),
    resolve: (_, args, context, info) => shown(answer(args, context, info)),
  }),
);

/** The whole field as one request. */
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
