import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

/**
 * Asks for confirmation before a link, Back or a reload leaves a key that is shown once. It does not block sign-in, as the
 * session has ended then.
 */
export function LeaveGuard() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => next.pathname !== current.pathname && next.pathname !== '/sign-in',
    withResolver: true,
  });
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title="Leave without saving the key?"
      transitionProps={{ duration: 0 }}
    >
      <Stack>
        <Text size="sm">The key's secret cannot be shown again after you leave.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            Stay
          </Button>
          <Button color="red.9" onClick={() => proceed?.()}>
            Leave
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
