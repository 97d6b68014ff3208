import { Center, Skeleton, Stack } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isServed } from '../api/load-code.ts';
import { useIsOnline } from '../api/use-is-online.ts';
import { NotFound } from '../feedback/not-found.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { TextLink } from './links.tsx';

/** In place of a page that is on its way. */
export function LoadingPage() {
  return (
    <Stack gap="lg" maw={1280} mx="auto" role="status" aria-label="Loading">
      <Skeleton h={36} maw={280} />
      <Skeleton h={96} />
      <Skeleton h={320} />
    </Stack>
  );
}

/**
 * Retries by reloading the page, as a browser does not fetch failed code again. Stays while the server is away, and retries
 * once it is back.
 */
export function TroublePage({ error }: ErrorComponentProps) {
  const [isRetrying, setIsRetrying] = useState(false);
  const isOnline = useIsOnline();
  const wasAway = useRef(!isOnline);
  useDocumentTitle('Error · Outturn');
  const retry = async () => {
    setIsRetrying(true);
    if (await isServed()) window.location.reload();
    else setIsRetrying(false);
  };
  const onBack = useEffectEvent(() => void retry());
  useEffect(() => {
    if (isOnline && wasAway.current) onBack();
    wasAway.current = !isOnline;
  }, [isOnline]);
  return (
    <Center mih="60vh" p="md">
      <Trouble error={error} onRetry={() => void retry()} isRetrying={isRetrying} />
    </Center>
  );
}

type MissingPageProps = { title?: string; about?: string; link?: ReactNode };

/** The page of an unknown address, or of a resource that the account does not have. */
export function MissingPage({
  title = 'Page not found',
  about = 'There is no page at this address. Check the link, or start over.',
  link = (
    <TextLink to="/" inherit>
      Go to Overview
    </TextLink>
  ),
}: MissingPageProps) {
  useDocumentTitle(`${title} · Outturn`);
  return (
    <Center mih="60vh" p="md">
      <NotFound title={title} about={about} link={link} order={1} />
    </Center>
  );
}
