import { bucketEdges, type Calendar, type Span, type Step } from './calendar.ts';

const edgesByCalendar = new WeakMap<Calendar, Map<string, readonly number[]>>();

/** Built once for all series of a calendar, which means of a question. */
export function sharedEdges(span: Span, every: Step, calendar: Calendar): readonly number[] {
  const ofQuestion = edgesByCalendar.get(calendar) ?? new Map<string, readonly number[]>();
  edgesByCalendar.set(calendar, ofQuestion);
  const name = [every, span.from, span.to].join();
  const edges = ofQuestion.get(name) ?? bucketEdges(span, every, calendar);
  ofQuestion.set(name, edges);
  return edges;
}
