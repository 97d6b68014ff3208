import { Button, JsonInput, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Refused } from '../feedback/refused.tsx';
import { tell } from '../feedback/tell.ts';
import { toAmountInput } from '../format/amount-input.ts';
import { isolated } from '../format/visible.ts';
import { type Dimension, dimensionOf } from '../kinds/dimensions.ts';
import type { Member } from './fetch-members.ts';
import { keyRule, metadataRule, toChanges, toFields, valueRule } from './member-fields.ts';
import { useSaveMember } from './use-save-member.ts';

type MemberEditorProps = {
  dimension: Dimension;
  /** Undefined: a new one. */
  member: Member | undefined;
  isOpen: boolean;
  onClose: () => void;
};

export function MemberEditor({ isOpen, onClose, ...props }: MemberEditorProps) {
  const { singular } = dimensionOf(props.dimension);
  const title = props.member
    ? `Edit ${isolated(props.member.name || props.member.key)}`
    : `New ${singular.toLowerCase()}`;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <MemberForm {...props} onSaved={onClose} />
    </Modal>
  );
}

function MemberForm({
  dimension,
  member,
  onSaved,
}: Omit<MemberEditorProps, 'isOpen' | 'onClose'> & { onSaved: () => void }) {
  const { hasValue, singular } = dimensionOf(dimension);
  const each = singular === 'Tool' ? 'call' : 'achievement';
  const form = useForm({
    initialValues: toFields(member),
    validate: { key: keyRule, metadata: metadataRule, value: hasValue ? valueRule : undefined },
  });
  const save = useSaveMember(dimension, !member);
  const submit = form.onSubmit((fields) =>
    save.mutate(toChanges(fields, hasValue), {
      onSuccess: ({ name, key }) => {
        tell(`Saved ${isolated(name || key)}.`);
        onSaved();
      },
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Refused error={save.error} />
        {!member && (
          <TextInput
            label="Key"
            description="The identifier used in your records. It can't be changed later."
            data-autofocus
            {...form.getInputProps('key')}
          />
        )}
        <TextInput label="Name" data-autofocus={member && true} {...form.getInputProps('name')} />
        <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
        {hasValue && (
          <TextInput
            label={`Value per ${each} (USD)`}
            description={`Each ${each} will record an outcome of this value.`}
            inputMode="decimal"
            placeholder={toAmountInput('25.00')}
            {...form.getInputProps('value')}
          />
        )}
        <JsonInput
          label="Metadata"
          description={'A JSON object, e.g. {"plan": "pro"}.'}
          validationError="This is not valid JSON."
          autosize
          minRows={3}
          {...form.getInputProps('metadata')}
        />
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </Stack>
    </form>
  );
}
