import { Alert, Code, Drawer, Skeleton, Stack, Tabs } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Outputs, trpc } from '../api/client.ts';
import { isNotFound } from '../api/error-text.ts';
import { Awaited } from '../feedback/awaited.tsx';
import { NotFound } from '../feedback/not-found.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { type Days, daysOf, type WindowChoice } from '../window/presets.ts';
import { useToday } from '../window/use-today.ts';
import { WindowPicker } from '../window/window-picker.tsx';
import { isDay } from '../window/window-search.ts';
import { useZone } from '../zone/use-zone.ts';
import { DocumentFigures } from './document-figures.tsx';
import { figuresOf } from './figures-of.ts';

/** The current answer of a document, or of a view that Explore cannot show. */
export function DocumentDrawer({ name, onClose }: { name: string | undefined; onClose: () => void }) {
  return (
    <Drawer
      opened={name !== undefined}
      onClose={onClose}
      title={<bdi>{name}</bdi>}
      position="right"
      size="xl"
    >
      {name !== undefined && <DocumentAnswer name={name} />}
    </Drawer>
  );
}

/** Runs the document for its saved date range, or for the chosen one. */
function DocumentAnswer({ name }: { name: string }) {
  const [chosen, setChosen] = useState<WindowChoice>();
  const [zone] = useZone();
  const today = useToday(zone);
  const report = useQuery(trpc.reports.get.queryOptions({ name }));
  const saved = daysIn(report.data?.variables);
  const variables = chosen && daysOf(chosen, today);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(
    trpc.reports.run.queryOptions(
      { name, ...(variables && { variables }) },
      { staleTime: 0, gcTime: 0, placeholderData: keepPreviousData },
    ),
  );
  if (isNotFound(error)) {
    return (
      <NotFound
        title="View not found"
        about="It may have been renamed or deleted. Close this to see your views."
      />
    );
  }
  return (
    <Stack aria-busy={isFetching}>
      {saved && (
        <WindowPicker value={chosen ?? { window: 'custom', ...saved }} zone={zone} onChange={setChosen} />
      )}
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!data && !error && <Skeleton h={420} />}
      {data && (
        <Awaited isOld={isPlaceholderData}>
          <Answer answer={data} source={sourceOf(report.data)} />
        </Awaited>
      )}
    </Stack>
  );
}

function Answer({ answer: data, source }: { answer: Outputs['reports']['run']; source: string }) {
  const [tab, setTab] = useState<string | null>('table');
  const figures = figuresOf(data.data);
  return (
    <Stack>
      {data.errors && (
        <Alert
          color="var(--outturn-bad)"
          variant="outline"
          title="Some results couldn't be loaded"
          role="alert"
        >
          {data.errors.map(({ message }) => message).join(' ')}
        </Alert>
      )}
      <Tabs value={tab === 'table' && !figures ? 'answer' : tab} onChange={setTab}>
        <Tabs.List mb="sm">
          {figures && <Tabs.Tab value="table">Table</Tabs.Tab>}
          <Tabs.Tab value="answer">JSON</Tabs.Tab>
          <Tabs.Tab value="document">Query</Tabs.Tab>
        </Tabs.List>
        {figures && (
          <Tabs.Panel value="table">
            <DocumentFigures {...figures} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="answer">
          <Code block tabIndex={0}>
            {JSON.stringify(data.data, undefined, 2)}
          </Code>
        </Tabs.Panel>
        <Tabs.Panel value="document">
          <Code block tabIndex={0}>
            {source}
          </Code>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function sourceOf(report: Outputs['reports']['get'] | undefined): string {
  return report?.document ?? JSON.stringify(report?.view?.question ?? {}, undefined, 2);
}

/** The days that a document takes from its variables; undefined for documents that have others. */
function daysIn(variables: Record<string, unknown> = {}): Days | undefined {
  const { from, to } = variables;
  return isDay(from) && isDay(to) && from < to ? { from, to } : undefined;
}
