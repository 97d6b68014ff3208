import { operations } from '@outturn/service';
import type { GraphQLResolveInfo } from 'graphql';
import { builder, type GraphqlContext } from '../builder.ts';
import { inGraphqlTerms, withoutNulls } from '../field-terms.ts';
import { checkAnswerSize } from '../limits/answer-size.ts';
import { shown } from '../mount/object-type.ts';
import { runQuery } from '../run-operation.ts';
import { WeekdayEnum } from './enums.ts';
import { SliceFilterInput, WindowInput } from './inputs.ts';
import { selectionsOf } from './selection.ts';
import { placeOf, sliceRequest } from './slice-request.ts';
import { AnalyticsType } from './slice-types.ts';

const { slice } = operations.analytics;
const { shape } = slice.input;

builder.queryField('analytics', (t) =>
  t.field({
    type: AnalyticsType,
    nullable: true,
    description: `${slice.summary}. ${slice.description}`,
    args: {
      window: t.arg({
        type: WindowInput,
        required: true,
        description: 'The records that count, by their time.',
      }),
      timeZone: t.arg.string({ description: shape.timeZone.description }),
      weekStart: t.arg({ type: WeekdayEnum, description: 'The day that weeks start on; Monday if absent.' }),
      where: t.arg({ type: SliceFilterInput, description: 'Which of them; all if absent.' }),
    },
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
