import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconEyeOff } from '@tabler/icons-react';
import { useCopy } from '../../feedback/use-copy.ts';
import { CurlExample } from './curl-example.tsx';
import type { Secret } from './secret.ts';

/** A new key, for the only time. */
export function KeyShownOnce({ secret, onDone }: { secret: Secret; onDone: () => void }) {
  const { name, token } = secret;
  const { copied, copy } = useCopy(token);
  return (
    <Stack>
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
          data-autofocus
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </Group>
      <Text size="sm">Try it: this command records revenue of $99.90.</Text>
      <CurlExample token={token} />
      <Button variant="default" onClick={onDone}>
        I've saved it
      </Button>
    </Stack>
  );
}
