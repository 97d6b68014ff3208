import { Alert, Button, Code, Group, Stack } from '@mantine/core';
import { IconCheck, IconCopy, IconEyeOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useCopy } from '../../feedback/use-copy.ts';
import { LeaveGuard } from './leave-guard.tsx';
import type { Secret } from './secret.ts';
import { refetchKeys } from './use-api-keys.ts';

type KeyShownOnceProps = { secret: Secret; example: ReactNode; onDone: () => void };

/** Shows the secret of a new key, once, with an example of its use. */
export function KeyShownOnce({ secret, example, onDone }: KeyShownOnceProps) {
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
      {example}
      <Button variant="default" onClick={onDone}>
        I've saved it
      </Button>
    </Stack>
  );
}
