import type { CallContext } from '@outturn/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, type Inputs, trpc } from '../api/client.ts';
import type { RecordKind } from '../kinds/record-kinds.ts';
import type { Measure, MeasureValue } from '../measures/measures.ts';
import { type SliceQuestion, useSlice } from '../measures/use-slice.ts';
import type { RecordFields } from '../records/fetch-records.ts';
import { type Filter, toWhere } from '../where/filters.ts';
import { currentMinute } from '../window/use-minute.ts';
import { usePeriod } from '../window/use-period.ts';
import { countedKinds, formulas, sharedMeasures } from './measure-parts.ts';
import type { ProofSearch } from './proof-search.ts';

/** A number as the API is asked about it. */
type Asked = Pick<SliceQuestion, 'window' | 'timeZone' | 'where'>;

export type Figures = {
  value: MeasureValue;
  /** The figures of the records that are listed. */
  totals: Partial<Record<Measure, MeasureValue>>;
  /** Those of the group that a share is a part of. */
  whole: Partial<Record<Measure, MeasureValue>>;
};

export type Proof = ReturnType<typeof useProof>;

/** The filters of the group that a share is a part of: all but those of the innermost group, which {@link groupFilters} made. */
export function wholeOf(where: readonly Filter[]): Filter[] {
  const [before, last] = where.slice(-2);
  const isRest =
    last?.condition === 'present' && before?.condition === 'notIn' && before.dimension === last.dimension;
  return where.slice(0, isRest ? -2 : -1);
}

/** The number of the page, the figures of which it is made, and how to ask for its records. */
export function useProof({ measure = 'revenue', where = [], hour }: ProofSearch) {
  const { asked, zone } = usePeriod();
  // The number stays that of its records, which are not asked for again at each minute.
  const [opened] = useState(currentMinute);
  const minute = asked.minute === undefined ? undefined : opened;
  const window = hour ? { ...hour, untilNow: true } : asked.window;
  const askedOf = (filters: readonly Filter[]): Asked => {
    const conditions = toWhere(filters);
    return { window, timeZone: zone, ...(conditions && { where: conditions }) };
  };
  const shared = sharedMeasures[measure];
  const totals = measuresOf(measure);
  const part = useSlice({ ...askedOf(where), totals }, minute);
  const whole = useSlice({ ...askedOf(shared ? wholeOf(where) : where), totals }, minute);
  const answers = { totals: part.shown?.answer.totals, whole: whole.shown?.answer.totals };
  const isReady = !part.isOld && !whole.isOld && answers.totals && answers.whole;
  return {
    measure,
    where,
    hour,
    zone,
    asked: askedOf(where),
    figures: isReady
      ? figuresOf(measure, { totals: answers.totals ?? {}, whole: answers.whole ?? {} })
      : undefined,
    error: part.error ?? whole.error,
    isFetching: part.isFetching || whole.isFetching,
    refetch: () => void Promise.all([part.refetch(), whole.refetch()]),
  };
}

/** The measure with those that its formula and its tabs show. Shares have no value of their own outside of groups. */
function measuresOf(measure: Measure): Measure[] {
  const { left, right } = formulas[measure] ?? {};
  const ofTabs = countedKinds[measure].flatMap(({ sum, counts }) => [sum, ...counts]);
  const own = sharedMeasures[measure] ?? measure;
  return [...new Set([own, left, right, ...ofTabs].filter((name) => name !== undefined))];
}

function figuresOf(measure: Measure, { totals, whole }: Omit<Figures, 'value'>): Figures {
  const shared = sharedMeasures[measure];
  if (!shared) return { value: totals[measure], totals, whole };
  const [one, all] = [Number(totals[shared] ?? 0), Number(whole[shared] ?? 0)];
  return { value: all === 0 ? null : one / all, totals, whole };
}

const PAGE = 50;

type Counted = Asked & { measure: Measure; kind: RecordKind };

/** The records of a number, newest first. */
export function useCountedRecords(question: Counted) {
  const options = trpc.analytics.records.infiniteQueryOptions(
    { ...question, limit: PAGE },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      // Rows of another kind have other columns.
      placeholderData: (earlier) =>
        earlier?.pages[0]?.items[0]?.kind === question.kind ? earlier : undefined,
    },
  );
  const { data, ...query } = useInfiniteQuery(options);
  return {
    ...query,
    rows: data?.pages.flatMap(({ items }) => items.map(({ record }): RecordFields => record)),
  };
}

type PageAsked = Pick<Inputs['analytics']['records'], 'limit' | 'cursor'> & {
  signal: AbortSignal;
  context: CallContext;
};

/** A page of the records of a number. */
export async function fetchCountedRecords(question: Counted, { signal, context, ...page }: PageAsked) {
  const { items, nextCursor } = await client.analytics.records.query(
    { ...question, ...page },
    { signal, context },
  );
  return { items: items.map(({ record }): RecordFields => record), nextCursor };
}
