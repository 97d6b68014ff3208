import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import { Refused } from '../../feedback/refused.tsx';
import { isolated } from '../../format/visible.ts';
import type { KeyDialogProps } from './key-dialog-props.ts';
import { refetchKeys } from './use-api-keys.ts';

export function RenameKey({ apiKey, isOpen, onClose }: KeyDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} returnFocus={false} title={`Rename “${isolated(apiKey.name)}”`}>
      <RenameForm apiKey={apiKey} onClose={onClose} />
    </Modal>
  );
}

function RenameForm({ apiKey: { id, name }, onClose }: Omit<KeyDialogProps, 'isOpen'>) {
  const form = useForm({
    initialValues: { name },
    validate: { name: (value) => (value.trim() ? null : 'Enter a name.') },
  });
  const rename = useMutation(
    trpc.apiKeys.rename.mutationOptions({
      onSuccess: async () => {
        await refetchKeys();
        onClose();
      },
    }),
  );
  return (
    <form onSubmit={form.onSubmit((values) => rename.mutate({ id, name: values.name.trim() }))} noValidate>
      <Stack>
        <Refused error={rename.error} />
        <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
        <Button type="submit" loading={rename.isPending}>
          Rename
        </Button>
      </Stack>
    </form>
  );
}
