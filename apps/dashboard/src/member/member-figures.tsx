import { MeasureOverTime } from '../charts/measure-over-time.tsx';
import { Awaited } from '../feedback/awaited.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { type Dimension, dimensionOf } from '../kinds/dimensions.ts';
import { Tiles } from '../measures/tiles.tsx';
import { useSlice } from '../measures/use-slice.ts';
import { type Filter, toWhere } from '../where/filters.ts';
import type { AskedWindow } from '../window/asked-window.ts';
import { ComparedSpans } from '../window/compared-spans.tsx';

type MemberFiguresProps = { dimension: Dimension; where: Filter[]; asked: AskedWindow; zone: string };

/** The figures of one agent, customer, goal type or tool in the window. */
export function MemberFigures({ dimension, where, asked, zone }: MemberFiguresProps) {
  const { measures } = dimensionOf(dimension);
  const { window, previous, every, minute } = asked;
  const totals = [...measures];
  const series = { main: { every, totals } };
  const question = {
    window,
    timeZone: zone,
    where: toWhere(where),
    totals,
    ...(previous && { previous: { ...previous, totals, series } }),
    series,
  };
  const { shown, isOld, error, refetch, isFetching } = useSlice(question, minute);
  return (
    <>
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {(shown || !error) && (
        <Awaited isOld={isOld}>
          <ComparedSpans answer={shown?.answer} />
          <Tiles
            measures={measures}
            totals={shown?.answer.totals}
            before={shown?.answer.previous?.totals}
            isCompared={!shown || shown.answer.previous !== undefined}
            isLoading={!shown}
            where={where}
          />
          <MeasureOverTime measures={measures} shown={shown} where={where} />
        </Awaited>
      )}
    </>
  );
}
