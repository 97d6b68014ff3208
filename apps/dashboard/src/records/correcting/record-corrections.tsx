import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Trouble } from '../../feedback/trouble.tsx';
import type { RecordKind } from '../../kinds/record-kinds.ts';
import type { RecordFields } from '../fetch-records.ts';
import { CorrectRecord } from './correct-record.tsx';
import type { CorrectionAction } from './correction-actions.ts';
import { RecordHistory } from './record-history.tsx';
import { RecordRefunds } from './record-refunds.tsx';
import { RefundRecord } from './refund-record.tsx';
import { isRefundable, useRefunds } from './refunds.ts';

type RecordCorrectionsProps = {
  kind: RecordKind;
  record: RecordFields;
  zone: string;
  onCorrecting: (isCorrecting: boolean) => void;
};

/** The part of a record's details that corrects and refunds it, and shows its refunds and its history. */
export function RecordCorrections({ kind, record, zone, onCorrecting }: RecordCorrectionsProps) {
  const [action, setAction] = useState<CorrectionAction | 'refund'>();
  const isOpen = action !== undefined;
  useEffect(() => {
    onCorrecting(isOpen);
    return () => onCorrecting(false);
  }, [isOpen, onCorrecting]);
  const { data: refunds, error, refetch, isFetching } = useRefunds(kind, record);
  const isVoided = record.status === 'voided';
  const isSpent = refunds?.remaining === '0';
  const close = () => setAction(undefined);
  return (
    <Stack mt="md">
      <Group gap="xs">
        {!isVoided && isRefundable(kind, record) && (
          // It keeps the focus after it has refunded everything, as a disabled button would not.
          <Button
            size="xs"
            variant="default"
            data-disabled={isSpent || undefined}
            aria-disabled={isSpent}
            onClick={() => !isSpent && setAction('refund')}
          >
            Refund
          </Button>
        )}
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
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {refunds && <RecordRefunds refunds={refunds} zone={zone} />}
      {record.version > 1 && <RecordHistory kind={kind} record={record} zone={zone} />}
      <CorrectRecord
        kind={kind}
        record={record}
        action={action === 'refund' ? undefined : action}
        onClose={close}
      />
      <RefundRecord
        kind={kind}
        record={record}
        refunds={refunds}
        zone={zone}
        isOpen={action === 'refund'}
        onClose={close}
      />
    </Stack>
  );
}
