import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconEyeOff } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useCopy } from '../../feedback/use-copy.ts';
import { CodeExamples } from './code-examples.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import type { Secret } from './secret.ts';
import { refetchKeys } from './use-api-keys.ts';

type KeyShownOnceProps = { secret: Secret; withExamples?: boolean; onDone: () => void };

/** Shows the secret of a new key, once. */
export function KeyShownOnce({ secret, withExamples = true, onDone }: KeyShownOnceProps) {
  const { name, token } = secret;
  const { copied, copy } = useCopy(token);
  const copyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => copyButton.current?.focus(), []);
  // On unmount, as the refreshed list may lack the row whose menu rotated the key.
  useEffect(() => () => void refetchKeys(), []);
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
