import { operations } from '@outturn/service';

const { input, output } = operations.analytics.slice;

/** The schemas of the operation's parts, which say what there is, what it is called and what it means. */
export const { window: Window } = input.shape;
export const Weekday = input.shape.weekStart.unwrap();
export const SliceFilter = input.shape.where.unwrap();
export const SeriesInput = input.shape.series.unwrap().valueType;
export const PeriodInput = input.shape.previous.unwrap();
export const FunnelInput = input.shape.funnel.unwrap().valueType;
export const GroupsInput = input.shape.by.unwrap().valueType;
export const GroupOrder = GroupsInput.shape.orderBy.unwrap();

/** What the parts of an answer show. */
export const Shown = {
  window: output.shape.window,
  period: output.shape.previous.unwrap(),
  bucket: output.shape.series.unwrap().valueType.element,
  funnelStep: output.shape.funnel.unwrap().valueType.element,
  totals: output.shape.totals.unwrap(),
  group: output.shape.by.unwrap().valueType.element,
};
