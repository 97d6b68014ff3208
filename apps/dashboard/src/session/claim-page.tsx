import { Alert, Button, Code, Skeleton, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { Refused } from '../feedback/refused.tsx';
import { tell } from '../feedback/tell.ts';
import { TextLink } from '../shell/links.tsx';
import { useLeave } from '../shell/use-leave.ts';
import { useEnter } from './enter.ts';
import { SessionCard } from './session-card.tsx';
import { useClaimFault } from './use-sign-up.ts';

const route = getRouteApi('/claim');

export function ClaimPage() {
  const { token = '' } = route.useSearch();
  const enter = useEnter();
  useLeave();
  const { fault, isLoading } = useClaimFault(token);
  const claim = useMutation({
    mutationFn: () => client.account.claim.mutate({ token }),
    onSuccess: async () => {
      await enter();
      tell('Installation claimed.');
    },
    gcTime: 0,
  });
  const works = Boolean(token) && !fault;
  return (
    <SessionCard
      title="Claim this installation"
      about={
        works
          ? 'All data behind this claim link will move into your account.'
          : 'Use the whole link, which works once and expires after a week.'
      }
      footer={<TextLink to="/">{claim.isError || !works ? 'Go to the dashboard' : 'Not now'}</TextLink>}
    >
      <Stack>
        <Refused error={fault ?? claim.error} />
        {isLoading && <Skeleton h={36} />}
        {works && !isLoading && (
          <Button onClick={() => claim.mutate()} loading={claim.isPending}>
            Claim installation
          </Button>
        )}
        {!token && (
          <Alert color="var(--outturn-bad)" variant="outline" role="alert" title="This link is incomplete">
            The operator of this installation makes a new one:{' '}
            <Code style={{ whiteSpace: 'nowrap' }}>outturn developers claim NAME</Code>
          </Alert>
        )}
      </Stack>
    </SessionCard>
  );
}
