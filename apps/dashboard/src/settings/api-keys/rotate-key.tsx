import { Button, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Refused } from '../../feedback/refused.tsx';
import { isolated } from '../../format/visible.ts';
import { graces } from './expiries.ts';
import type { KeyDialogProps } from './key-dialog-props.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import type { Secret } from './secret.ts';
import { useKeyRequest } from './use-key-request.ts';

export function RotateKey({ apiKey, isOpen, onClose }: KeyDialogProps) {
  return (
    <NewKeyDialog
      title={`Rotate “${isolated(apiKey.name)}”`}
      isOpen={isOpen}
      onClose={onClose}
      returnFocus={false}
      form={(show) => <RotateForm apiKey={apiKey} onKey={show} />}
    />
  );
}

type RotateFormProps = Pick<KeyDialogProps, 'apiKey'> & { onKey: (secret: Secret) => void };

function RotateForm({ apiKey: { id }, onKey }: RotateFormProps) {
  const [grace, setGrace] = useState<string>('86400');
  const { rotate, isPending, error } = useKeyRequest(onKey);
  return (
    <Stack>
      <Refused error={error} />
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
      <Button onClick={() => void rotate({ id, graceSeconds: Number(grace) })} loading={isPending}>
        Rotate
      </Button>
    </Stack>
  );
}
