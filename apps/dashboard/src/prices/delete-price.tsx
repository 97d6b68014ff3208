import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import { Refused } from '../feedback/refused.tsx';
import { tell } from '../feedback/tell.ts';
import { isolated } from '../format/visible.ts';
import type { Price } from './price-fields.ts';

export function DeletePrice({ price, onClose }: { price: Price | undefined; onClose: () => void }) {
  const queryClient = useQueryClient();
  const remove = useMutation(
    trpc.prices.delete.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.prices.pathFilter());
        tell(`Deleted the price of ${isolated(price?.model ?? '')}.`);
        onClose();
      },
    }),
  );
  const id = price?.id;
  return (
    <Modal
      opened={price !== undefined}
      onClose={onClose}
      title={`Delete the price of “${isolated(price?.model ?? '')}”?`}
    >
      <Stack>
        <Refused error={remove.error} />
        <Text size="sm">
          Events recorded from now on do not get it. Events that are recorded already keep their cost.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red.9" loading={remove.isPending} onClick={() => id && remove.mutate({ id })}>
            Delete
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
