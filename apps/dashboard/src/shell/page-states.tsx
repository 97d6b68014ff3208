import { Center, EmptyState, Loader } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconMapOff } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useState } from 'react';
import { isServed } from '../api/load-code.ts';
import { Trouble } from '../feedback/trouble.tsx';
import { TextLink } from './links.tsx';

export function LoadingPage() {
  return (
    <Center mih="60vh">
      <Loader aria-label="Loading" />
    </Center>
  );
}

/** Retries by loading the page anew, as a browser does not fetch failed code again. Stays while the server is away. */
export function TroublePage({ error }: ErrorComponentProps) {
  const [isRetrying, setIsRetrying] = useState(false);
  useDocumentTitle('Error · Outturn');
  const retry = async () => {
    setIsRetrying(true);
    if (await isServed()) window.location.reload();
    else setIsRetrying(false);
  };
  return (
    <Center mih="60vh" p="md">
      <Trouble error={error} onRetry={() => void retry()} isRetrying={isRetrying} />
    </Center>
  );
}

export function MissingPage() {
  useDocumentTitle('Page not found · Outturn');
  return (
    <Center mih="60vh" p="md">
      <EmptyState icon={<IconMapOff aria-hidden />}>
        <EmptyState.Title order={1}>Page not found</EmptyState.Title>
        <EmptyState.Description>
          <TextLink to="/">Go to Overview</TextLink>
        </EmptyState.Description>
      </EmptyState>
    </Center>
  );
}
