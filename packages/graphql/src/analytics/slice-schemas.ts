import { operations } from '@outturn/service';

const { input, output } = operations.analytics.slice;

/** Names and descriptions come from the operation's schemas. */
export const { window: Window } = input.shape;
export const Weekday = input.shape.weekStart.unwrap();
export const SliceFilter = input.shape.where.unwrap();
export const SeriesInput = input.shape.series.unwrap().valueType;
export const PeriodInput = input.shape.previous.unwrap();
export const FunnelInput = input.shape.funnel.unwrap().valueType;
export const GroupsInput = input.shape.by.unwrap().valueType;
export const GroupOrder = GroupsInput.shape.orderBy.unwrap();

export const Shown = {
  window: output.shape.window,
  period: output.shape.previous.unwrap(),
  bucket: output.shape.series.unwrap().valueType.element,
  funnelStep: output.shape.funnel.unwrap().valueType.element,
  totals: output.shape.totals.unwrap(),
  group: output.shape.by.unwrap().valueType.element,
};
