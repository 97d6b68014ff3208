import { Alert, Button, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, trpc } from '../api/client.ts';
import { isNotFound, isRefusedFor } from '../api/error-text.ts';
import { Refused } from '../feedback/refused.tsx';
import { tell } from '../feedback/tell.ts';
import { isolated } from '../format/visible.ts';
import { renewViews } from './renew-views.ts';
import type { View } from './view.ts';

type NamingProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Gets the name that the view has now. */
  onNamed: (name: string) => void;
};

/** Saves a view under a new name, or in place of another view. */
export function SaveView({ view, isOpen, onClose, onNamed }: NamingProps & { view: View }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Save view">
      <SaveForm view={view} onClose={onClose} onNamed={onNamed} />
    </Modal>
  );
}

const required = (name: string) => (name.trim() ? null : 'Enter a name.');
const nameInput = { label: 'Name', 'data-autofocus': true, required: true, withAsterisk: false };

function SaveForm({ view, onClose, onNamed }: Omit<NamingProps, 'isOpen'> & { view: View }) {
  const form = useForm({ initialValues: { name: '', description: '' }, validate: { name: required } });
  // The name of the view that saving would replace, once the warning is shown.
  const [replaced, setReplaced] = useState<string>();
  const save = useMutation({
    mutationFn: async ({ name, description }: { name: string; description: string }) => {
      if (name !== replaced && (await isTaken(name))) {
        setReplaced(name);
        return;
      }
      const saved = await client.reports.save.mutate({ name, view, ...(description && { description }) });
      await renewViews({ view: saved });
      tell(`Saved “${isolated(name)}”.`);
      onClose();
      onNamed(name);
    },
  });
  const isReplacing = replaced !== undefined && form.values.name.trim() === replaced;
  return (
    <form
      onSubmit={form.onSubmit(({ name, description }) => save.mutate({ name: name.trim(), description }))}
    >
      <Stack>
        <Refused error={save.error} />
        {isReplacing && (
          <Alert color="indigo" variant="outline" role="alert">
            A view named “<bdi>{replaced}</bdi>” already exists. Replace it or choose another name.
          </Alert>
        )}
        <TextInput {...nameInput} {...form.getInputProps('name')} />
        <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
        <Button type="submit" loading={save.isPending}>
          {isReplacing ? 'Replace' : 'Save'}
        </Button>
      </Stack>
    </form>
  );
}

async function isTaken(name: string): Promise<boolean> {
  try {
    await client.reports.get.query({ name });
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

type RenameViewProps = Omit<NamingProps, 'isOpen' | 'onNamed'> & {
  /** The view to rename; undefined while there is none. */
  name: string | undefined;
  onNamed?: (name: string) => void;
};

export function RenameView({ name, onClose, onNamed }: RenameViewProps) {
  return (
    <Modal opened={name !== undefined} onClose={onClose} title="Rename view">
      {name !== undefined && <RenameForm name={name} onClose={onClose} {...(onNamed && { onNamed })} />}
    </Modal>
  );
}

function RenameForm({ name, onClose, onNamed }: RenameViewProps & { name: string }) {
  const form = useForm({ initialValues: { name }, validate: { name: required } });
  const rename = useMutation(
    trpc.reports.rename.mutationOptions({
      onSuccess: async (view, { name: oldName }) => {
        await renewViews({ oldName, view });
        onClose();
        onNamed?.(view.name);
      },
      onError: (error) =>
        isRefusedFor(error, 'newName') &&
        form.setFieldError('name', 'A view of this name already exists. Choose another name.'),
    }),
  );
  return (
    <form onSubmit={form.onSubmit((values) => rename.mutate({ name, newName: values.name.trim() }))}>
      <Stack>
        <Refused error={isRefusedFor(rename.error, 'newName') ? null : rename.error} />
        <TextInput {...nameInput} {...form.getInputProps('name')} />
        <Button type="submit" loading={rename.isPending}>
          Rename
        </Button>
      </Stack>
    </form>
  );
}
