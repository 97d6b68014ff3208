import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconEyeOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { trpc } from '../../api/client.ts';
import { useCopy } from '../../feedback/use-copy.ts';
import { CodeExamples } from './code-examples.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import type { Secret } from './secret.ts';

type KeyShownOnceProps = { secret: Secret; withExamples?: boolean; onDone: () => void };

/** Shows the secret of a new key, once. */
export function KeyShownOnce({ secret, withExamples = true, onDone }: KeyShownOnceProps) {
  const { name, token } = secret;
  const { copied, copy } = useCopy(token);
  const copyButton = useRef<HTMLButtonElement>(null);
  const queryClient = useQueryClient();
  useEffect(() => copyButton.current?.focus(), []);
  // On unmount, as the refreshed list may lack the row whose menu rotated the key.
  useEffect(() => () => void queryClient.invalidateQueries(trpc.apiKeys.pathFilter()), [queryClient]);
  return (
    <Stack>
      <LeaveGuard />
      <Alert color="indigo" variant="outline" icon={<IconEyeOff aria-hidden />} title="Copy it now">
        This is the only time the secret for “<bdi>{name}</bdi>” is shown. We store only a hash of it.
      </Alert>
      <Group gap="xs" align="stretch" wrap="nowrap">
        <Code
          block
          style={{ flex: 1, minWidth: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          aria-label="API key"
          tabIndex={0}
        >
          {token}
        </Code>
        <Button
          h="auto"
          onClick={copy}
          ref={copyButton}
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </Group>
      {withExamples && (
        <>
          <Text size="sm">Try it: this records revenue of $99.90, once.</Text>
          <CodeExamples token={token} />
        </>
      )}
      <Button variant="default" onClick={onDone}>
        I've saved it
      </Button>
    </Stack>
  );
}
