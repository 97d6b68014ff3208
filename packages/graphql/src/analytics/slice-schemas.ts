import type { product } from '@outturn/service';

export type Slice = (typeof product)['analytics']['slice'];

/** Names and descriptions come from the operation's schemas. */
export function sliceSchemas({ input, output }: Slice) {
  const GroupsInput = input.shape.by.unwrap().valueType;
  return {
    Window: input.shape.window,
    Weekday: input.shape.weekStart.unwrap(),
    SliceFilter: input.shape.where.unwrap(),
    SeriesInput: input.shape.series.unwrap().valueType,
    PeriodInput: input.shape.previous.unwrap(),
    SpreadInput: input.shape.spread.unwrap().valueType,
    GroupCountInput: input.shape.groupCount.unwrap().valueType,
    FunnelInput: input.shape.funnel.unwrap().valueType,
    GroupsInput,
    GroupOrder: GroupsInput.shape.orderBy.unwrap(),
    Shown: {
      window: output.shape.window,
      period: output.shape.previous.unwrap(),
      bucket: output.shape.series.unwrap().valueType.element,
      funnelStep: output.shape.funnel.unwrap().valueType.element,
      totals: output.shape.totals.unwrap(),
      ratios: output.shape.previous.unwrap().shape.ratio.unwrap(),
      spread: output.shape.spread.unwrap().valueType.unwrap(),
      group: output.shape.by.unwrap().valueType.element,
    },
  };
}

export type SliceSchemas = ReturnType<typeof sliceSchemas>;
