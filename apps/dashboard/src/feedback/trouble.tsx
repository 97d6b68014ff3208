import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { errorText } from '../api/error-text.ts';

type TroubleProps = { error: unknown; onRetry: () => void; isRetrying?: boolean; title?: string };

/** What went wrong, and a way to try again. */
export function Trouble({ error, onRetry, isRetrying, title = 'This could not be loaded' }: TroubleProps) {
  return (
    <Alert
      color="var(--outturn-bad)"
      variant="outline"
      icon={<IconAlertTriangle aria-hidden />}
      title={title}
      role="alert"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{errorText(error)}</Text>
        <Button size="xs" variant="default" onClick={onRetry} loading={isRetrying ?? false}>
          Try again
        </Button>
      </Group>
    </Alert>
  );
}
