import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import { Refused } from '../../feedback/refused.tsx';
import { tell } from '../../feedback/tell.ts';
import { isolated } from '../../format/visible.ts';
import type { KeyDialogProps } from './key-dialog-props.ts';
import { refetchKeys } from './use-api-keys.ts';

export function RevokeKey({ apiKey: { id, name, prefix }, isOpen, onClose }: KeyDialogProps) {
  const revoke = useMutation(
    trpc.apiKeys.revoke.mutationOptions({
      onSuccess: async () => {
        onClose();
        tell(`“${isolated(name)}” revoked.`);
        await refetchKeys();
      },
    }),
  );
  return (
    <Modal opened={isOpen} onClose={onClose} returnFocus={false} title={`Revoke “${isolated(name)}”?`}>
      <Stack>
        <Refused error={revoke.error} />
        <Text size="sm">
          Anything using {prefix}… stops working immediately. This can't be undone. Recorded data is kept.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red.9" onClick={() => revoke.mutate({ id })} loading={revoke.isPending}>
            Revoke
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
