import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import { MeasureOverTime } from '../charts/measure-over-time.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { Tiles } from '../measures/tiles.tsx';
import { type Days, stepFor } from '../window/presets.ts';
import { type Group, groupOf } from './groups.ts';

type MemberFiguresProps = { group: Group; memberKey: string; window: Days; zone: string };

/** What one agent, customer, goal type or tool brought in the window. */
export function MemberFigures({ group, memberKey, window, zone }: MemberFiguresProps) {
  const { dimension, measures } = groupOf(group);
  const every = stepFor(window);
  const totals = [...measures];
  const { data, error, refetch, isFetching } = useQuery(
    trpc.analytics.slice.queryOptions(
      {
        window,
        timeZone: zone,
        where: { [dimension]: { in: [memberKey] } },
        totals,
        previous: { totals },
        series: { main: { every, totals } },
      },
      { placeholderData: keepPreviousData },
    ),
  );
  return (
    <>
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {(data || !error) && (
        <>
          <Tiles
            measures={measures}
            totals={data?.totals}
            before={data?.previous?.totals}
            isLoading={!data}
          />
          <MeasureOverTime measures={measures} buckets={data?.series?.main} every={every} zone={zone} />
        </>
      )}
    </>
  );
}
