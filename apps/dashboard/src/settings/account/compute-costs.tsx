import { Paper, Skeleton, Stack, Switch, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import { Refused } from '../../feedback/refused.tsx';
import { tell } from '../../feedback/tell.ts';
import { Trouble } from '../../feedback/trouble.tsx';

/** The setting whether events get their cost from the price book. */
export function ComputeCosts() {
  const queryClient = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery(trpc.settings.get.queryOptions({}));
  const update = useMutation(
    trpc.settings.update.mutationOptions({
      onSuccess: (settings) => {
        queryClient.setQueryData(trpc.settings.get.queryKey({}), settings);
        tell(settings.computeCosts ? 'Costs are computed.' : 'Costs are not computed any more.');
      },
    }),
  );
  return (
    <Paper withBorder p="md" component="section" aria-label="Costs">
      <Stack>
        <Title order={2} size="h4">
          Costs
        </Title>
        {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
        <Refused error={update.error} />
        {!data && !error && <Skeleton h={64} />}
        {data && (
          <Switch
            label="Compute costs from the price book"
            description="Turn this off if you record the cost of model calls on other events, such as a daily bill, so that it does not count twice."
            // Shows at once what is being saved.
            checked={update.isPending ? (update.variables.computeCosts ?? false) : data.computeCosts}
            onChange={({ currentTarget }) =>
              !update.isPending && update.mutate({ computeCosts: currentTarget.checked })
            }
          />
        )}
      </Stack>
    </Paper>
  );
}
