import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { RecordKind } from '../../kinds/record-kinds.ts';
import type { RecordFields } from '../fetch-records.ts';
import { type CorrectionAction, CorrectRecord } from './correct-record.tsx';
import { RecordHistory } from './record-history.tsx';

type RecordCorrectionsProps = {
  kind: RecordKind;
  record: RecordFields;
  zone: string;
  onCorrecting: (isCorrecting: boolean) => void;
};

/** The part of a record's details that corrects it and shows its history. */
export function RecordCorrections({ kind, record, zone, onCorrecting }: RecordCorrectionsProps) {
  const [action, setAction] = useState<CorrectionAction>();
  const isOpen = action !== undefined;
  useEffect(() => {
    onCorrecting(isOpen);
    return () => onCorrecting(false);
  }, [isOpen, onCorrecting]);
  const isVoided = record.status === 'voided';
  return (
    <Stack mt="md">
      <Group gap="xs">
        {!isVoided && (
          <Button size="xs" variant="default" onClick={() => setAction('amend')}>
            Amend
          </Button>
        )}
        {/* Void and Restore share one button, so that it keeps the focus after it was used. */}
        <Button size="xs" variant="default" onClick={() => setAction(isVoided ? 'restore' : 'void')}>
          {isVoided ? 'Restore' : 'Void'}
        </Button>
      </Group>
      {record.version > 1 && <RecordHistory kind={kind} record={record} zone={zone} />}
      <CorrectRecord kind={kind} record={record} action={action} onClose={() => setAction(undefined)} />
    </Stack>
  );
}
