import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import { Refused } from '../feedback/refused.tsx';
import { isolated } from '../format/visible.ts';
import { renewViews } from './renew-views.ts';

type DeleteViewProps = { name: string | undefined; onClose: () => void; onDeleted?: () => void };

export function DeleteView({ name, onClose, onDeleted }: DeleteViewProps) {
  const remove = useMutation(
    trpc.reports.delete.mutationOptions({
      onSuccess: async (_, { name: oldName }) => {
        await renewViews({ oldName });
        onClose();
        onDeleted?.();
      },
    }),
  );
  return (
    <Modal opened={name !== undefined} onClose={onClose} title={`Delete “${isolated(name ?? '')}”?`}>
      <Stack>
        <Refused error={remove.error} />
        <Text size="sm">API calls that run this view will fail. Your data isn't affected.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            color="red.9"
            loading={remove.isPending}
            onClick={() => name !== undefined && remove.mutate({ name })}
          >
            Delete
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
