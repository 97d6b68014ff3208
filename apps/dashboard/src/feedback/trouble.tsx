import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { errorText, requestIdOf } from '../api/error-text.ts';

type TroubleProps = { error: unknown; onRetry: () => void; isRetrying?: boolean; title?: string };

/** An error with a button to try again. */
export function Trouble({ error, onRetry, isRetrying, title = "Couldn't load this" }: TroubleProps) {
  const requestId = requestIdOf(error);
  return (
    <Alert
      color="var(--outturn-bad)"
      variant="outline"
      icon={<IconAlertTriangle aria-hidden />}
      title={title}
      role="alert"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {errorText(error)}
          {requestId !== undefined && (
            <>
              {' '}
              If it keeps happening, give the operator of this installation this request ID:{' '}
              <Code>{requestId}</Code>
            </>
          )}
        </Text>
        <Button size="xs" variant="default" onClick={onRetry} loading={isRetrying ?? false}>
          Try again
        </Button>
      </Group>
    </Alert>
  );
}
