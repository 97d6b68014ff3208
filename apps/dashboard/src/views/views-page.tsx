import { Skeleton } from '@mantine/core';
import { IconFileAnalytics } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import { EmptyPanel } from '../feedback/empty-panel.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { ExampleLink } from '../settings/api-keys/example-link.tsx';
import { TextLink } from '../shell/links.tsx';
import { Page } from '../shell/page.tsx';
import { useZone } from '../zone/use-zone.ts';
import { ViewTable } from './view-table.tsx';

/** As many as the API sends in one page. */
const allViews = trpc.reports.list.queryOptions({ limit: 1000 });

export function ViewsPage() {
  const { data, error, refetch, isFetching } = useQuery(allViews);
  const [zone] = useZone();
  return (
    <Page title="Views" about="Saved questions, answered anew each time you open them.">
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!data && !error && <Skeleton h={240} />}
      {data?.items.length === 0 && (
        <EmptyPanel Icon={IconFileAnalytics} title="No views yet">
          Break down your data in{' '}
          <TextLink to="/explore" inherit>
            Explore
          </TextLink>{' '}
          and save it as a view. No data yet? <ExampleLink>See how to record it</ExampleLink>.
        </EmptyPanel>
      )}
      {data && data.items.length > 0 && <ViewTable views={data.items} zone={zone} />}
    </Page>
  );
}
