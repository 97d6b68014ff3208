import { Button, Code, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import { Refused } from '../feedback/refused.tsx';
import { tell } from '../feedback/tell.ts';
import type { SliceQuestion } from './question.ts';
import { toGraphql } from './to-graphql.ts';

export function SaveReport({ slice }: { slice: SliceQuestion }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button onClick={open} leftSection={<IconDeviceFloppy size={16} aria-hidden />}>
        Save as report
      </Button>
      <Modal opened={isOpen} onClose={close} title="Save as report" size="lg">
        <SaveReportForm document={toGraphql(slice)} onSaved={close} />
      </Modal>
    </>
  );
}

function SaveReportForm({ document, onSaved }: { document: string; onSaved: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: '', description: '' },
    validate: { name: (name) => (name.trim() ? null : 'Give it a name.') },
  });
  const save = useMutation(
    trpc.reports.save.mutationOptions({
      onSuccess: async ({ name }) => {
        await queryClient.invalidateQueries(trpc.reports.pathFilter());
        tell(`“${name}” is saved under Reports.`);
        onSaved();
      },
    }),
  );
  return (
    <form
      onSubmit={form.onSubmit(({ name, description }) =>
        save.mutate({ name: name.trim(), document, ...(description && { description }) }),
      )}
    >
      <Stack>
        <Refused error={save.error} />
        <TextInput
          label="Name"
          data-autofocus
          required
          withAsterisk={false}
          {...form.getInputProps('name')}
        />
        <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
        <div>
          <Text size="sm" fw={500}>
            What is saved
          </Text>
          <Text size="sm" c="dimmed">
            Its days stay as they are now, whenever it is run.
          </Text>
          <Code block mah={220} tabIndex={0} style={{ overflow: 'auto' }}>
            {document}
          </Code>
        </div>
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </Stack>
    </form>
  );
}
