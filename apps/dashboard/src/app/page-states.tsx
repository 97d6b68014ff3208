import { Center, EmptyState, Loader } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Trouble } from '../feedback/trouble.tsx';
import { TextLink } from '../shell/links.tsx';

export function LoadingPage() {
  return (
    <Center mih="60vh">
      <Loader aria-label="Loading" />
    </Center>
  );
}

export function TroublePage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Center mih="60vh" p="md" component="main">
      <Trouble error={error} onRetry={retry} />
    </Center>
  );
}

export function MissingPage() {
  return (
    <Center mih="60vh" p="md" component="main">
      <EmptyState
        icon={<IconMapOff aria-hidden />}
        title="There is nothing here"
        description={<TextLink to="/">Go to the overview</TextLink>}
      />
    </Center>
  );
}
