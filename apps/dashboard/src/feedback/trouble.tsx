import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { errorText } from '../api/error-text.ts';

type TroubleProps = { error: unknown; onRetry: () => void; isRetrying?: boolean; title?: string };

/** An error with a button to try again. */
export function Trouble({ error, onRetry, isRetrying, title = "Couldn't load this" }: TroubleProps) {
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
