import { Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { newIdempotencyKey } from '@outturn/transport';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client, trpc } from '../api/client.ts';
import { Refused } from '../feedback/refused.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { formatCount } from '../format/count.ts';
import { splitRefusal } from '../records/correcting/split-refusal.ts';
import { countOf, type Repricing, RepricingFigures } from './repricing-figures.tsx';

type RepricingRunProps = {
  id: string;
  /** How many events it is about; 0 if that is not known. */
  expected: number;
  onRevert: (run: { id: string; expected: number }) => void;
  onDone: () => void;
};

/** Milliseconds between looks at a run. */
const LOOK_EVERY = 500;

/** A run of repricing, or the revert of one, from its beginning to its end. */
export function RepricingRun({ id, expected, onRevert, onDone }: RepricingRunProps) {
  const { data, error, refetch, isFetching } = useQuery(
    trpc.prices.getRepricing.queryOptions(
      { id },
      { refetchInterval: ({ state }) => (hasEnded(state.data) ? false : LOOK_EVERY), staleTime: 0 },
    ),
  );
  const queryClient = useQueryClient();
  const isDone = hasEnded(data);
  // A run changes lists, sessions and figures.
  useEffect(() => {
    if (isDone) void queryClient.invalidateQueries();
  }, [isDone, queryClient]);
  // Sent again because its answer was lost, a revert is not refused as a second one.
  const [idempotencyKey] = useState(newIdempotencyKey);
  const revert = useMutation({
    mutationFn: () => client.prices.revertRepricing.mutate({ id }, { context: { idempotencyKey } }),
    onSuccess: (begun) => begun.id !== null && onRevert({ id: begun.id, expected: data?.events ?? 0 }),
  });
  if (!data && error) return <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <Skeleton h={160} />;
  const done = data.events + data.keptEvents;
  return (
    <Stack>
      <Text size="sm" role="status">
        {stateText(data, expected)}
      </Text>
      {!isDone && (
        <Progress
          value={expected > 0 ? Math.min(100, (done / expected) * 100) : 0}
          aria-label="Progress of the repricing"
        />
      )}
      <RepricingFigures figures={data} />
      {!isDone && (
        <Text size="sm" c="dimmed">
          It goes on when you close this.
        </Text>
      )}
      <Refused
        error={
          splitRefusal(revert.error, { subject: 'This run', fields: [], labelOf: () => 'The revert' }).above
        }
      />
      <Group justify="flex-end">
        {isDone && data.revertsId === null && data.events > 0 && (
          <Button variant="default" loading={revert.isPending} onClick={() => revert.mutate()}>
            Revert
          </Button>
        )}
        <Button onClick={onDone}>{isDone ? 'Done' : 'Close'}</Button>
      </Group>
    </Stack>
  );
}

function hasEnded(run: Repricing | undefined): boolean {
  return run?.state === 'done' || run?.state === 'failed';
}

function stateText({ state, revertsId, events, keptEvents }: Repricing, expected: number): string {
  const [doing, done] = revertsId === null ? ['Repricing', 'Repriced'] : ['Reverting', 'Reverted'];
  if (state === 'done') return `${done} ${countOf(events)}.`;
  if (state === 'failed') return `${done} ${countOf(events)}, then failed. Begin it again later.`;
  if (expected === 0) return `${doing}: ${countOf(events + keptEvents)} so far.`;
  return `${doing}: ${formatCount(events + keptEvents)} of ${countOf(expected)} so far.`;
}
