import { Alert, Button, Code, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, type Inputs, trpc } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { Refused } from '../feedback/refused.tsx';
import { tell } from '../feedback/tell.ts';
import { isolated } from '../format/visible.ts';
import { allReports } from '../reports/all-reports.ts';
import type { SliceQuestion } from './question.ts';
import { toReport } from './to-graphql.ts';

export function SaveReport({ slice }: { slice: SliceQuestion }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button onClick={open} leftSection={<IconDeviceFloppy size={16} aria-hidden />}>
        Save as report
      </Button>
      <Modal opened={isOpen} onClose={close} title="Save as report" size="lg">
        <SaveReportForm slice={slice} onSaved={close} />
      </Modal>
    </>
  );
}

function SaveReportForm({ slice, onSaved }: { slice: SliceQuestion; onSaved: () => void }) {
  const report = toReport(slice);
  const form = useForm({
    initialValues: { name: '', description: '' },
    validate: { name: (name) => (name.trim() ? null : 'Enter a name.') },
  });
  // The name of the report that saving would replace, once the warning is shown.
  const [replaced, setReplaced] = useState<string>();
  const save = useMutation({
    mutationFn: async (named: Inputs['reports']['save']) => {
      const { name } = named;
      if (name !== replaced && (await isTaken(name))) {
        setReplaced(name);
        return;
      }
      await client.reports.save.mutate(named);
      await queryClient.invalidateQueries(trpc.reports.pathFilter());
      tell(`Saved “${isolated(name)}” to Reports.`);
      onSaved();
    },
  });
  const isReplacing = replaced !== undefined && form.values.name.trim() === replaced;
  return (
    <form
      onSubmit={form.onSubmit(({ name, description }) =>
        save.mutate({ name: name.trim(), ...report, ...(description && { description }) }),
      )}
    >
      <Stack>
        <Refused error={save.error} />
        {isReplacing && (
          <Alert color="indigo" variant="outline" role="alert">
            A report named “<bdi>{replaced}</bdi>” already exists. Replace it or choose another name.
          </Alert>
        )}
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
            Query
          </Text>
          <Text size="sm" c="dimmed">
            The date range can be changed when you run it.
          </Text>
          <Code block mah={220} tabIndex={0} style={{ overflow: 'auto' }}>
            {report.document}
          </Code>
        </div>
        <Button type="submit" loading={save.isPending}>
          {isReplacing ? 'Replace' : 'Save'}
        </Button>
      </Stack>
    </form>
  );
}

async function isTaken(name: string): Promise<boolean> {
  const { items } = await queryClient.fetchQuery({ ...allReports, staleTime: 0 });
  return items.some((report) => report.name === name);
}
