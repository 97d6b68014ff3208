import { Button, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { Refused } from '../../feedback/refused.tsx';
import { type Expiry, expiresAt, expiries } from './expiries.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { ScopeInputs } from './scope-inputs.tsx';
import { FULL_ACCESS, type KeyScope } from './scopes.ts';
import type { Secret } from './secret.ts';
import { useKeyRequest } from './use-key-request.ts';

export function GenerateKey() {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        Generate API Key
      </Button>
      <NewKeyDialog
        title="Generate API Key"
        isOpen={isOpen}
        onClose={close}
        form={(show) => <GenerateForm onKey={show} />}
      />
    </>
  );
}

function GenerateForm({ onKey }: { onKey: (secret: Secret) => void }) {
  const { create, isPending, error } = useKeyRequest(onKey);
  const form = useForm<{ name: string; scopes: KeyScope[]; expiry: Expiry }>({
    initialValues: { name: '', scopes: [FULL_ACCESS], expiry: 'never' },
    validate: {
      name: (name) => (name.trim() ? null : 'Enter a name.'),
      scopes: (scopes) => (scopes.length > 0 ? null : 'Select at least one permission.'),
    },
  });
  const generate = ({ name, scopes, expiry }: typeof form.values) =>
    void create({ name: name.trim(), scopes, expiresAt: expiresAt(expiry) ?? null });
  return (
    <form onSubmit={form.onSubmit(generate)} noValidate>
      <Stack>
        <Refused error={error} />
        <TextInput label="Name" placeholder="Production" data-autofocus {...form.getInputProps('name')} />
        <ScopeInputs
          value={form.values.scopes}
          onChange={(scopes) => form.setFieldValue('scopes', scopes)}
          error={form.errors.scopes}
        />
        <Select label="Expires" data={expiries} allowDeselect={false} {...form.getInputProps('expiry')} />
        <Button type="submit" loading={isPending}>
          Generate
        </Button>
      </Stack>
    </form>
  );
}
