import { Button, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { Refused } from '../../feedback/refused.tsx';
import { type Expiry, expiresAt, expiries } from './expiries.ts';
import { KeyShownOnce } from './key-shown-once.tsx';
import { ScopeInputs } from './scope-inputs.tsx';
import { FULL_ACCESS, type KeyScope } from './scopes.ts';
import { type Secret, useSecret } from './secret.ts';
import { useForgetKeys } from './use-api-keys.ts';

export function GenerateKey() {
  const [isOpen, { open, close }] = useDisclosure();
  const { secret, show, forget } = useSecret();
  const finish = () => {
    forget();
    close();
  };
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        Generate API Key
      </Button>
      <Modal
        opened={isOpen}
        onClose={finish}
        title={secret ? 'Your API key' : 'Generate API Key'}
        size="lg"
        closeOnClickOutside={!secret}
        transitionProps={{ duration: 0 }}
      >
        {secret ? <KeyShownOnce secret={secret} onDone={finish} /> : <GenerateForm onGenerated={show} />}
      </Modal>
    </>
  );
}

function GenerateForm({ onGenerated }: { onGenerated: (secret: Secret) => void }) {
  const [state, setState] = useState<{ isPending: boolean; error?: unknown }>({ isPending: false });
  const forgetKeys = useForgetKeys();
  const form = useForm<{ name: string; scopes: KeyScope[]; expiry: Expiry }>({
    initialValues: { name: '', scopes: [FULL_ACCESS], expiry: 'never' },
    validate: {
      name: (name) => (name.trim() ? null : 'Enter a name.'),
      scopes: (scopes) => (scopes.length > 0 ? null : 'Select at least one permission.'),
    },
  });
  // Not a mutation of TanStack Query, which would keep the answer.
  const generate = async ({ name, scopes, expiry }: typeof form.values) => {
    setState({ isPending: true });
    try {
      const key = await client.apiKeys.create.mutate({
        name: name.trim(),
        scopes,
        expiresAt: expiresAt(expiry) ?? null,
      });
      void forgetKeys();
      onGenerated({ name: key.name, token: key.token });
    } catch (error) {
      setState({ isPending: false, error });
      // Refetching the list leads to sign-in if the session has ended.
      void forgetKeys();
    }
  };
  return (
    <form onSubmit={form.onSubmit((values) => void generate(values))} noValidate>
      <Stack>
        <Refused error={state.error} />
        <TextInput label="Name" placeholder="Production" data-autofocus {...form.getInputProps('name')} />
        <ScopeInputs
          value={form.values.scopes}
          onChange={(scopes) => form.setFieldValue('scopes', scopes)}
          error={form.errors.scopes}
        />
        <Select label="Expires" data={expiries} allowDeselect={false} {...form.getInputProps('expiry')} />
        <Button type="submit" loading={state.isPending}>
          Generate
        </Button>
      </Stack>
    </form>
  );
}
