import { Skeleton } from '@mantine/core';
import { IconFileAnalytics } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyPanel } from '../feedback/empty-panel.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { ExampleLink } from '../settings/api-keys/example-link.tsx';
import { TextLink } from '../shell/links.tsx';
import { Page } from '../shell/page.tsx';
import { useZone } from '../zone/use-zone.ts';
import { allReports } from './all-reports.ts';
import { ReportTable } from './report-table.tsx';

export function ReportsPage() {
  const { data, error, refetch, isFetching } = useQuery(allReports);
  const [zone] = useZone();
  return (
    <Page title="Reports" about="Saved queries, re-run each time you open them.">
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!data && !error && <Skeleton h={240} />}
      {data?.items.length === 0 && (
        <EmptyPanel Icon={IconFileAnalytics} title="No reports yet">
          Build a view in{' '}
          <TextLink to="/explore" inherit>
            Explore
          </TextLink>{' '}
          and save it, or save a GraphQL query through the API. Reports answer from your records:{' '}
          <ExampleLink>see how to send them</ExampleLink>.
        </EmptyPanel>
      )}
      {data && data.items.length > 0 && <ReportTable reports={data.items} zone={zone} />}
    </Page>
  );
}
