import { Alert, DataList, Drawer, Skeleton, Text, Title } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { isNotFound } from '../api/error-text.ts';
import { loadCode } from '../api/load-code.ts';
import { MemberName } from '../catalogue/member-name.tsx';
import { MetadataList } from '../catalogue/metadata-list.tsx';
import { NotFound } from '../feedback/not-found.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { visible } from '../format/visible.ts';
import { looksOf, type RecordKind, recordKindNames, recordKinds, stepKind } from '../kinds/record-kinds.ts';
import { TextLink } from '../shell/links.tsx';
import { SessionLink } from '../shell/session-link.tsx';
import { EventType } from './event-type.tsx';
import { failureReason } from './failure-reason.ts';
import type { RecordFields } from './fetch-records.ts';
import { fieldLabel, fieldText, partDepth } from './record-columns.ts';
import { OtherRecordLink, RecordLink } from './records-link.tsx';
import { type NamedMember, useRecordNames } from './use-record-names.ts';
import { useRecord } from './use-records.ts';

const RecordCorrections = lazy(() =>
  loadCode(() => import('./correcting/record-corrections.tsx')).then(({ RecordCorrections }) => ({
    default: RecordCorrections,
  })),
);

type RecordDrawerProps = { kind: RecordKind; id: string | undefined; zone: string; onClose: () => void };

/** All fields of a record. */
export function RecordDrawer({ kind, id, zone, onClose }: RecordDrawerProps) {
  // While a dialog is open above the drawer, Escape closes the dialog alone.
  const [isCorrecting, setIsCorrecting] = useState(false);
  const { data } = useRecord(kind, id);
  const { singular } = data ? looksOf(kind, data) : recordKinds[kind];
  const title = useRef<HTMLSpanElement>(null);
  // The focus of a link to another record is lost with the record that had the link.
  useEffect(() => {
    if (id !== undefined && document.activeElement === document.body) title.current?.focus();
  }, [id]);
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      closeOnEscape={!isCorrecting}
      position="right"
      size="md"
      title={
        <span ref={title} tabIndex={-1} style={{ outline: 'none' }}>
          {singular}
        </span>
      }
    >
      {id !== undefined && (
        <RecordDetails key={`${kind} ${id}`} kind={kind} id={id} zone={zone} onCorrecting={setIsCorrecting} />
      )}
    </Drawer>
  );
}

type RecordDetailsProps = {
  kind: RecordKind;
  id: string;
  zone: string;
  onCorrecting: (isCorrecting: boolean) => void;
};

function RecordDetails({ kind, id, zone, onCorrecting }: RecordDetailsProps) {
  const { data, error, refetch, isFetching } = useRecord(kind, id);
  const { memberOf } = useRecordNames(data && [data]);
  if (isNotFound(error)) {
    return (
      <NotFound
        title="Record not found"
        about="Your account has no record with this ID. It may belong to another account, or the link may be cut off. Close this to see the records that you have."
      />
    );
  }
  if (!data && error) return <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <Skeleton h={420} />;
  return (
    <>
      {data.status === 'voided' && (
        <Alert color="var(--outturn-bad)" variant="outline" mb="md">
          Voided: this record counts in no figure.
        </Alert>
      )}
      <DataList withDivider gap="xs" labelWidth={150}>
        {shownFields(data)
          .filter(([, value]) => !isMap(value))
          .map(([field, value]) => (
            <DataList.Item key={field}>
              <DataList.ItemLabel pl={`${partDepth(field) * 0.75}em`}>{fieldLabel(field)}</DataList.ItemLabel>
              <DataList.ItemValue style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
                <FieldValue
                  kind={kind}
                  record={data}
                  field={field}
                  value={value}
                  zone={zone}
                  member={memberOf(field, value)}
                />
              </DataList.ItemValue>
            </DataList.Item>
          ))}
      </DataList>
      {shownFields(data).map(
        ([field, value]) =>
          isMap(value) && (
            <section key={field}>
              <Title order={3} size="h5" mt="lg" mb="xs">
                {fieldLabel(field)}
              </Title>
              <MetadataList metadata={value} />
            </section>
          ),
      )}
      <Suspense fallback={<Skeleton h={30} mt="md" />}>
        <RecordCorrections kind={kind} record={data} zone={zone} onCorrecting={onCorrecting} />
      </Suspense>
    </>
  );
}

/** A part that is not known says nothing beside its whole. */
function shownFields(record: RecordFields): [string, unknown][] {
  return Object.entries(record).filter(([field, value]) => value !== null || partDepth(field) === 0);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

type FieldValueProps = {
  kind: RecordKind;
  record: RecordFields;
  field: string;
  value: unknown;
  zone: string;
  member: NamedMember | undefined;
};

/** A field; keys and ids link to what they stand for. */
function FieldValue({ kind, record, field, value, zone, member }: FieldValueProps): ReactNode {
  if (member) return <MemberName {...member} withKey={Boolean(member.row.label)} />;
  const text = fieldText(field, value, zone, 'full');
  if (typeof value === 'string' && field === 'sessionKey') {
    return <SessionLink sessionKey={value} />;
  }
  if (typeof value === 'string' && kind === stepKind && field === 'type') return <EventType type={value} />;
  if (value === true && field === 'isError') {
    const reason = 'metadata' in record ? failureReason(record.metadata) : undefined;
    return (
      <Text size="sm" span c="var(--outturn-bad)">
        {text}
        {reason !== undefined && <>: {visible(reason)}</>}
      </Text>
    );
  }
  if (typeof value === 'string' && field === recordKinds[kind].refund?.of)
    return <RefundedRecord kind={kind} id={value} zone={zone} />;
  if (field === 'costSource' && value === 'unpriced') {
    return (
      <>
        {text}.{' '}
        <TextLink to="/prices" size="sm">
          Set a price
        </TextLink>
      </>
    );
  }
  const named = recordKindNames.find((each) => recordKinds[each].namedBy === field);
  if (typeof value === 'string' && named) return <RecordLink kind={named} id={value} text={text} />;
  return (
    <Text size="sm" span>
      <bdi style={{ whiteSpace: 'pre-wrap' }}>{text}</bdi>
    </Text>
  );
}

/** The amount and the time of a refund, in words. */
function RefundedRecord({ kind, id, zone }: { kind: RecordKind; id: string; zone: string }) {
  const { data, isPending } = useRecord(kind, id);
  const { amount = '', time } = recordKinds[kind];
  if (isPending) return <Skeleton h={20} />;
  const text = data
    ? [amount, time].map((field) => fieldText(field, Reflect.get(data, field), zone)).join(', ')
    : id;
  return <OtherRecordLink id={id} text={text} />;
}
