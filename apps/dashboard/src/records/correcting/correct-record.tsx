import { Button, Group, JsonInput, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusedFor } from '../../api/error-text.ts';
import { Refused } from '../../feedback/refused.tsx';
import { tell } from '../../feedback/tell.ts';
import { type RecordKind, recordKinds } from '../../kinds/record-kinds.ts';
import { correctRecord, type RecordFields } from '../fetch-records.ts';
import { fieldLabel } from '../record-columns.ts';
import { changesOf, fieldRule, type Texts, toTexts, typeOf } from './record-fields.ts';

export type CorrectionAction = 'void' | 'amend' | 'restore';

const words: Record<CorrectionAction, { verb: string; done: string; about: string }> = {
  void: {
    verb: 'Void',
    done: 'Voided',
    about: 'It stops counting in every figure at once. It stays in its history, and you can restore it.',
  },
  amend: {
    verb: 'Amend',
    done: 'Amended',
    about: 'Figures count the new values at once. The earlier ones stay in the history.',
  },
  restore: { verb: 'Restore', done: 'Restored', about: 'It counts again, as it did before it was voided.' },
};

type CorrectRecordProps = {
  kind: RecordKind;
  record: RecordFields;
  action: CorrectionAction | undefined;
  onClose: () => void;
};

/** The dialog of a correction. It asks for a reason and, for an amendment, for the new values of the fields. */
export function CorrectRecord({ kind, record, action, onClose }: CorrectRecordProps) {
  const title = action && `${words[action].verb} this ${recordKinds[kind].singular.toLowerCase()}`;
  return (
    <Modal opened={action !== undefined} onClose={onClose} title={title}>
      {action && <CorrectionForm kind={kind} record={record} action={action} onDone={onClose} />}
    </Modal>
  );
}

const LONGEST_REASON = 1_000;
const CHANGED = 'This record was corrected meanwhile. Cancel to see it as it is now.';

function CorrectionForm({
  kind,
  record: current,
  action,
  onDone,
}: Omit<CorrectRecordProps, 'action' | 'onClose'> & { action: CorrectionAction; onDone: () => void }) {
  const { verb, done, about } = words[action];
  // The form keeps the version that was opened. Otherwise it would undo what somebody else amends meanwhile.
  const [record] = useState(current);
  const before = action === 'amend' ? toTexts(kind, record) : {};
  const form = useForm({
    initialValues: { reason: '', fields: before },
    validate: {
      reason: reasonRule,
      fields: Object.fromEntries(
        Object.keys(before).map((field) => [field, (text: string) => fieldRule(field, text)]),
      ),
    },
  });
  const queryClient = useQueryClient();
  const correct = useMutation({
    mutationFn: ({ reason, fields }: { reason: string; fields: Texts }) =>
      correctRecord(kind, {
        id: record.id,
        action,
        reason: reason.trim(),
        expectedVersion: record.version,
        ...(action === 'amend' && { changes: changesOf(before, fields) }),
      }),
    onSuccess: () => {
      tell(`${done}.`);
      onDone();
    },
    // A correction may change lists, sessions and every figure. It may be written although its answer was lost.
    onSettled: () => queryClient.invalidateQueries(),
  });
  const isOld = isRefusedFor(correct.error, 'expectedVersion');
  const isUnchanged =
    action === 'amend' && Object.entries(form.values.fields).every(([field, text]) => text === before[field]);
  return (
    <form onSubmit={form.onSubmit((values) => correct.mutate(values))} noValidate>
      <Stack>
        <Refused error={isOld ? new Error(CHANGED) : correct.error} />
        <Text size="sm">{about}</Text>
        {Object.keys(before).map((field, index) => (
          <FieldInput
            key={field}
            field={field}
            data-autofocus={index === 0 ? true : undefined}
            {...form.getInputProps(`fields.${field}`)}
          />
        ))}
        <Textarea
          label="Reason"
          description="For those who read the history."
          autosize
          minRows={2}
          data-autofocus={action === 'amend' ? undefined : true}
          {...form.getInputProps('reason')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={correct.isPending}
            disabled={isUnchanged}
            {...(action === 'void' && { color: 'red.9' })}
          >
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function FieldInput({ field, ...props }: { field: string }) {
  const label = fieldLabel(field);
  switch (typeOf(field)) {
    case 'json':
      return (
        <JsonInput label={label} validationError="This is not valid JSON." autosize minRows={2} {...props} />
      );
    case 'prose':
      return <Textarea label={label} autosize minRows={2} {...props} />;
    case 'money':
      return <TextInput label={`${label} (USD)`} inputMode="decimal" {...props} />;
    case 'count':
      return <TextInput label={label} inputMode="numeric" {...props} />;
    case 'instant':
      return <TextInput label={label} description="With a time zone; Z is UTC." {...props} />;
    default:
      return <TextInput label={label} {...props} />;
  }
}

function reasonRule(reason: string): string | null {
  if (reason.trim() === '') return 'Enter a reason.';
  return reason.trim().length > LONGEST_REASON ? `Use at most ${LONGEST_REASON} characters.` : null;
}
