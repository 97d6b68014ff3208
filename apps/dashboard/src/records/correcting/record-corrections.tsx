import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { RecordKind } from '../../kinds/record-kinds.ts';
import type { RecordFields } from '../fetch-records.ts';
import { type CorrectionAction, CorrectRecord } from './correct-record.tsx';
import { RecordHistory } from './record-history.tsx';

type RecordCorrectionsProps = { kind: RecordKind; record: RecordFields; zone: string };

/** What can be done to a record, and what was done to it. */
export function RecordCorrections({ kind, record, zone }: RecordCorrectionsProps) {
  const [action, setAction] = useState<CorrectionAction>();
  return (
    <Stack mt="md">
      <Group gap="xs">
        {record.status === 'voided' ? (
          <Button size="xs" variant="default" onClick={() => setAction('restore')}>
            Restore
          </Button>
        ) : (
          <>
            <Button size="xs" variant="default" onClick={() => setAction('amend')}>
              Amend
            </Button>
            <Button size="xs" variant="default" onClick={() => setAction('void')}>
              Void
            </Button>
          </>
        )}
      </Group>
      {record.version > 1 && <RecordHistory kind={kind} record={record} zone={zone} />}
      <CorrectRecord kind={kind} record={record} action={action} onClose={() => setAction(undefined)} />
    </Stack>
  );
}
