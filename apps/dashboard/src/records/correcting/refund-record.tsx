import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { newIdempotencyKey } from '@outturn/transport';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isOtherCall } from '../../api/error-text.ts';
import { Refused } from '../../feedback/refused.tsx';
import { tell } from '../../feedback/tell.ts';
import { fromAmountInput, toAmountInput } from '../../format/amount-input.ts';
import { formatExactMoney } from '../../format/money.ts';
import { type RecordKind, recordKinds } from '../../kinds/record-kinds.ts';
import { fromLocalTime, isLocalTime, toLocalTime } from '../../zone/local-time.ts';
import type { RecordFields } from '../fetch-records.ts';
import { fieldRule } from './record-fields.ts';
import { remainderText } from './record-refunds.tsx';
import { type Refunds, refundRecord } from './refunds.ts';
import { splitRefusal } from './split-refusal.ts';

type RefundRecordProps = {
  kind: RecordKind;
  record: RecordFields;
  /** Undefined until they are loaded. */
  refunds: Refunds | undefined;
  zone: string;
  isOpen: boolean;
  onClose: () => void;
};

/** The dialog of a refund: of all that remains of a record, or of a part. */
export function RefundRecord({ isOpen, onClose, ...props }: RefundRecordProps) {
  const title = `Refund this ${recordKinds[props.kind].singular.toLowerCase()}`;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      {isOpen && <RefundForm {...props} onDone={onClose} />}
    </Modal>
  );
}

const RECORDED = 'This form has recorded a refund with other values already. Cancel to see it.';

function RefundForm({
  kind,
  record,
  refunds,
  zone,
  onDone,
}: Omit<RefundRecordProps, 'isOpen' | 'onClose'> & { onDone: () => void }) {
  const [openedAt] = useState(Date.now);
  // One key for the whole form: sent again because its answer was lost, a refund is not recorded twice.
  const [idempotencyKey] = useState(newIdempotencyKey);
  const now = toLocalTime(openedAt, zone);
  const form = useForm({
    initialValues: { amount: '', recordedAt: now, description: '' },
    validate: {
      amount: (amount) => fieldRule('paid back', amount),
      recordedAt: (time) => (isLocalTime(time) ? null : 'Enter a day and a time.'),
    },
  });
  const split = (error: unknown) =>
    splitRefusal(error, {
      subject: `This ${recordKinds[kind].singular.toLowerCase()}`,
      fields: Object.keys(form.values),
    });
  const queryClient = useQueryClient();
  const refund = useMutation({
    mutationFn: ({ amount, recordedAt, description }: typeof form.values) =>
      refundRecord(
        {
          id: record.id,
          amount: fromAmountInput(amount),
          // A time that nobody has changed keeps its seconds, so that the refund is not dated before its sale.
          recordedAt: new Date(recordedAt === now ? openedAt : fromLocalTime(recordedAt, zone)).toISOString(),
          description: description.trim() || undefined,
        },
        idempotencyKey,
      ),
    onSuccess: () => {
      tell('Refunded.');
      onDone();
    },
    onError: (error) => form.setErrors(split(error).atFields),
    // A refund changes lists, sessions and figures. It may be written although its answer was lost.
    onSettled: () => queryClient.invalidateQueries(),
  });
  const amount = form.values.amount.trim() === '' ? refunds?.remaining : fromAmountInput(form.values.amount);
  return (
    <form onSubmit={form.onSubmit((values) => refund.mutate(values))} noValidate>
      <Stack>
        <Refused error={isOtherCall(refund.error) ? new Error(RECORDED) : split(refund.error).above} />
        <Text size="sm">Records what you paid back. It moves no money.</Text>
        <TextInput
          label="Amount (USD)"
          description={refunds && `${remainderText(refunds)} Leave empty to refund all of it.`}
          placeholder={refunds && toAmountInput(refunds.remaining)}
          inputMode="decimal"
          data-autofocus
          {...form.getInputProps('amount')}
        />
        <TextInput
          label="Paid back at"
          description={zone}
          type="datetime-local"
          {...form.getInputProps('recordedAt')}
        />
        <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={refund.isPending}>
            {amount ? `Refund ${formatExactMoney(amount)}` : 'Refund'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
