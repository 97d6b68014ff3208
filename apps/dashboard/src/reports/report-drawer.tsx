import { Alert, Code, Drawer, Skeleton, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import { Trouble } from '../feedback/trouble.tsx';
import { figuresOf } from './figures-of.ts';
import { ReportFigures } from './report-figures.tsx';

/** What a report answers now. */
export function ReportDrawer({ name, onClose }: { name: string | undefined; onClose: () => void }) {
  return (
    <Drawer opened={name !== undefined} onClose={onClose} title={name} position="right" size="xl">
      {name !== undefined && <ReportAnswer name={name} />}
    </Drawer>
  );
}

function ReportAnswer({ name }: { name: string }) {
  const answer = useQuery(trpc.reports.run.queryOptions({ name }, { staleTime: 0, gcTime: 0 }));
  const report = useQuery(trpc.reports.get.queryOptions({ name }));
  const { data, error, refetch, isFetching } = answer;
  if (error) return <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <Skeleton h={420} />;
  const figures = figuresOf(data.data);
  return (
    <Stack>
      {data.errors && (
        <Alert
          color="var(--outturn-bad)"
          variant="outline"
          title="Not everything could be answered"
          role="alert"
        >
          {data.errors.map(({ message }) => message).join(' ')}
        </Alert>
      )}
      <Tabs defaultValue={figures ? 'table' : 'answer'}>
        <Tabs.List mb="sm">
          {figures && <Tabs.Tab value="table">Table</Tabs.Tab>}
          <Tabs.Tab value="answer">Answer</Tabs.Tab>
          <Tabs.Tab value="document">Document</Tabs.Tab>
        </Tabs.List>
        {figures && (
          <Tabs.Panel value="table">
            <ReportFigures {...figures} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="answer">
          <Code block tabIndex={0}>
            {JSON.stringify(data.data, undefined, 2)}
          </Code>
        </Tabs.Panel>
        <Tabs.Panel value="document">
          <Code block tabIndex={0}>
            {report.data?.document ?? ''}
          </Code>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
