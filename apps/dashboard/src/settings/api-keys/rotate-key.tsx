import { Button, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { Refused } from '../../feedback/refused.tsx';
import { graces } from './expiries.ts';
import type { KeyDialogProps } from './key-dialog-props.ts';
import { KeyShownOnce } from './key-shown-once.tsx';
import { type Secret, useSecret } from './secret.ts';
import { useForgetKeys } from './use-api-keys.ts';

export function RotateKey({ apiKey, isOpen, onClose }: KeyDialogProps) {
  const { secret, show, forget } = useSecret();
  const forgetKeys = useForgetKeys();
  const finish = () => {
    if (secret) void forgetKeys();
    forget();
    onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={finish}
      title={secret ? 'Your new API key' : `Rotate “${apiKey.name}”`}
      size="lg"
      closeOnClickOutside={!secret}
      transitionProps={{ duration: 0 }}
    >
      {secret ? (
        <KeyShownOnce secret={secret} onDone={finish} />
      ) : (
        <RotateForm apiKey={apiKey} onRotated={show} />
      )}
    </Modal>
  );
}

type RotateFormProps = Pick<KeyDialogProps, 'apiKey'> & { onRotated: (secret: Secret) => void };

function RotateForm({ apiKey: { id }, onRotated }: RotateFormProps) {
  const [grace, setGrace] = useState<string>('86400');
  const [state, setState] = useState<{ isPending: boolean; error?: unknown }>({ isPending: false });
  const forgetKeys = useForgetKeys();
  // Not a mutation of TanStack Query, which would keep the answer.
  const rotate = async () => {
    setState({ isPending: true });
    try {
      const { name, token } = await client.apiKeys.rotate.mutate({ id, graceSeconds: Number(grace) });
      onRotated({ name, token });
    } catch (error) {
      setState({ isPending: false, error });
      // Refetching the list leads to sign-in if the session has ended.
      void forgetKeys();
    }
  };
  return (
    <Stack>
      <Refused error={state.error} />
      <Text size="sm">
        Creates a new key with the same name and scopes. The old key keeps working for the period below so you
        can switch over.
      </Text>
      <Select
        label="Old key expires"
        data={graces}
        value={grace}
        onChange={(next) => next && setGrace(next)}
        allowDeselect={false}
      />
      <Button onClick={() => void rotate()} loading={state.isPending}>
        Rotate
      </Button>
    </Stack>
  );
}
