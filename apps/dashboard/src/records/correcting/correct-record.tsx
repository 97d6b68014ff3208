import { Button, Checkbox, Group, JsonInput, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import { isRefusedFor } from '../../api/error-text.ts';
import { Refused } from '../../feedback/refused.tsx';
import { tell } from '../../feedback/tell.ts';
import { formatExactMoney } from '../../format/money.ts';
import { looksOf, type RecordKind } from '../../kinds/record-kinds.ts';
import { correctRecord, type RecordFields } from '../fetch-records.ts';
import { fieldLabel } from '../record-columns.ts';
import { actionWords, type CorrectionAction } from './correction-actions.ts';
import {
  changesOf,
  type FieldType,
  fieldRule,
  isByBook,
  type Texts,
  toTexts,
  typeOf,
} from './record-fields.ts';
import { splitRefusal } from './split-refusal.ts';

type CorrectRecordProps = {
  kind: RecordKind;
  record: RecordFields;
  action: CorrectionAction | undefined;
  onClose: () => void;
};

/** The dialog of a correction. It asks for a reason and, for an amendment, for the new values of the fields. */
export function CorrectRecord({ kind, record, action, onClose }: CorrectRecordProps) {
  const title = action && `${actionWords[action].verb} this ${looksOf(kind, record).singular.toLowerCase()}`;
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
  const { verb, done, about } = actionWords[action];
  // The form keeps the version that was opened. Otherwise it would undo what somebody else amends meanwhile.
  const [record] = useState(current);
  const before = action === 'amend' ? toTexts(kind, record) : {};
  const form = useForm({
    initialValues: { reason: '', fields: before },
    validate: {
      reason: reasonRule,
      fields: Object.fromEntries(
        Object.keys(before).map((field) => [
          field,
          (text: string) => fieldRule(typeOf(kind, record, field), text),
        ]),
      ),
    },
  });
  const split = (error: unknown) =>
    splitRefusal(error, {
      subject: `This ${looksOf(kind, record).singular.toLowerCase()}`,
      fields: ['reason', ...Object.keys(before)],
    });
  const queryClient = useQueryClient();
  const correct = useMutation({
    mutationFn: ({ reason, fields }: { reason: string; fields: Texts }) =>
      correctRecord(kind, {
        id: record.id,
        action,
        reason: reason.trim(),
        expectedVersion: record.version,
        ...(action === 'amend' && { changes: changesOf(kind, record, fields) }),
      }),
    onSuccess: () => {
      tell(`${done}.`);
      onDone();
    },
    onError: (error) => {
      const { reason, ...fields } = split(error).atFields;
      form.setErrors({
        ...(reason && { reason }),
        ...Object.fromEntries(Object.entries(fields).map(([field, text]) => [`fields.${field}`, text])),
      });
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
        <Refused error={isOld ? new Error(CHANGED) : split(correct.error).above} />
        <Text size="sm">{about}</Text>
        {Object.keys(before).map((field, index) => (
          <FieldInput
            key={field}
            field={field}
            type={typeOf(kind, record, field)}
            record={record}
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

type FieldInputProps = {
  field: string;
  type: FieldType;
  record: RecordFields;
  value?: string;
  onChange?: (text: string | ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
};

function FieldInput({ field, type, record, ...props }: FieldInputProps) {
  const label = fieldLabel(field);
  switch (type) {
    case 'json':
      return (
        <JsonInput label={label} validationError="This is not valid JSON." autosize minRows={2} {...props} />
      );
    case 'prose':
      return <Textarea label={label} autosize minRows={2} {...props} />;
    case 'money':
    case 'paid back':
      return <TextInput label={`${label} (USD)`} inputMode="decimal" {...props} />;
    case 'computable':
      return <CostInput label={`${label} (USD)`} record={record} {...props} />;
    case 'count':
      return <TextInput label={label} inputMode="numeric" {...props} />;
    case 'instant':
      return <TextInput label={label} description="With a time zone; Z is UTC." {...props} />;
    default:
      return <TextInput label={label} {...props} />;
  }
}

type CostInputProps = Pick<FieldInputProps, 'record' | 'value' | 'onChange'> & { label: string };

/** A cost that was sent, or none where the price book computes it. */
function CostInput({ label, record, value = '', onChange, ...props }: CostInputProps) {
  const [isOfBook, setIsOfBook] = useState(() => isByBook(record));
  // The text that was typed is kept for those who change their mind.
  const [typed, setTyped] = useState(value);
  const computed = 'computedCost' in record ? record.computedCost : null;
  const choose = (isNow: boolean) => {
    setIsOfBook(isNow);
    if (isNow) setTyped(value);
    onChange?.(isNow ? '' : typed);
  };
  return (
    <Stack gap="xs">
      <TextInput
        label={label}
        inputMode="decimal"
        disabled={isOfBook}
        value={value}
        onChange={(event) => onChange?.(event)}
        {...props}
      />
      <Checkbox
        label="Let the price book compute it"
        {...(computed !== null && { description: `Its prices came to ${formatExactMoney(computed)}.` })}
        checked={isOfBook}
        onChange={({ currentTarget }) => choose(currentTarget.checked)}
      />
    </Stack>
  );
}

function reasonRule(reason: string): string | null {
  if (reason.trim() === '') return 'Enter a reason.';
  return reason.trim().length > LONGEST_REASON ? `Use at most ${LONGEST_REASON} characters.` : null;
}
