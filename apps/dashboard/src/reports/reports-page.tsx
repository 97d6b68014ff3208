import { EmptyState, Paper, Skeleton } from '@mantine/core';
import { IconFileAnalytics } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Trouble } from '../feedback/trouble.tsx';
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
        <Paper withBorder p="xl">
          <EmptyState
            icon={<IconFileAnalytics aria-hidden />}
            title="No reports yet"
            description="Build a view in Explore and save it, or save a GraphQL query through the API."
          />
        </Paper>
      )}
      {data && data.items.length > 0 && <ReportTable reports={data.items} zone={zone} />}
    </Page>
  );
}
