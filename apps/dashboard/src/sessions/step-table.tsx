import { Badge, Box, Group, Table, Text, UnstyledButton } from '@mantine/core';
import type { CSSProperties, MouseEvent } from 'react';
import { MetadataList } from '../catalogue/metadata-list.tsx';
import { formatCount } from '../format/count.ts';
import { formatDuration, formatLongDuration } from '../format/duration.ts';
import { formatInstant } from '../format/instant.ts';
import { formatExactMoney } from '../format/money.ts';
import { visible } from '../format/visible.ts';
import { describeRecord, looksOf, type RecordKind } from '../kinds/record-kinds.ts';
import { NOTHING } from '../measures/measures.ts';
import { EventType } from '../records/event-type.tsx';
import { failureReason } from '../records/failure-reason.ts';
import { TableFrame } from '../shell/table-frame.tsx';
import classes from './sessions.module.css';
import type { Axis, Step } from './steps.ts';

type StepTableProps = {
  steps: readonly Step[];
  axis: Axis;
  zone: string;
  onOpen: (kind: RecordKind, id: string) => void;
};

/** Steps in rows, each at its place on the time axis; a click on the row, or Enter on its time, opens the record. */
export function StepTable({ steps, axis, zone, onOpen }: StepTableProps) {
  return (
    <TableFrame label="Steps" highlightOnHover verticalSpacing={6} className={classes.steps}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes.number}>Time</Table.Th>
          <Table.Th>Step</Table.Th>
          <Table.Th className={classes.track}>
            <Group justify="space-between" wrap="nowrap" className="figures" fz="xs" c="dimmed" fw={400}>
              <span>{formatDuration(0)}</span>
              <span>{formatLongDuration(axis.end - axis.start)}</span>
            </Group>
          </Table.Th>
          <Table.Th className={classes.number}>Duration</Table.Th>
          <Table.Th>Model</Table.Th>
          <Table.Th className={classes.number}>Tokens</Table.Th>
          <Table.Th className={classes.number}>Cost</Table.Th>
          <Table.Th className={classes.number}>Running cost</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {steps.map((step) => (
          <StepRow key={step.record.id} step={step} zone={zone} onOpen={onOpen} />
        ))}
      </Table.Tbody>
    </TableFrame>
  );
}

type StepRowProps = Pick<StepTableProps, 'zone' | 'onOpen'> & { step: Step };

function StepRow({ step, zone, onOpen }: StepRowProps) {
  const { kind, record, time, elapsed, durationMs, runningCost } = step;
  const event = kind === 'events' ? record : undefined;
  const open = ({ target }: MouseEvent) => {
    const isControl = target instanceof Element && target.closest('a, summary, dl') !== null;
    if (!isControl) onOpen(kind, record.id);
  };
  return (
    <Table.Tr onClick={open} className={classes.row} {...(event?.isError && { 'data-failed': true })}>
      <Table.Td className={`figures ${classes.number}`} title={formatInstant(time, zone, 'full')}>
        <UnstyledButton
          fz="sm"
          className={classes.open}
          aria-label={`Details of ${nameOf(step) ?? event?.type}, ${elapsedText(elapsed)}`}
        >
          {elapsedText(elapsed)}
        </UnstyledButton>
      </Table.Td>
      <Table.Td className={classes.step}>
        <StepName step={step} />
      </Table.Td>
      <Table.Td className={classes.track}>
        <StepBar step={step} />
      </Table.Td>
      <Detail label="Duration" text={durationMs === null ? undefined : formatDuration(durationMs)} />
      <Detail
        label="Model"
        text={event?.model ? visible(event.model) : undefined}
        className={classes.model}
      />
      <Detail label="Tokens" text={event && tokensText(event)} />
      <Detail label="Cost" text={event?.cost == null ? undefined : formatExactMoney(event.cost)} />
      <Detail label="Running cost" text={runningCost === null ? undefined : formatExactMoney(runningCost)} />
    </Table.Tr>
  );
}

type DetailProps = { label: string; text: string | undefined; className?: string | undefined };

/** A cell, which a phone shows with its label, or not at all where it is empty. */
function Detail({ label, text, className = `figures ${classes.number}` }: DetailProps) {
  return (
    <Table.Td className={className} data-label={label} {...(text === undefined && { 'data-empty': true })}>
      <bdi>{text ?? NOTHING}</bdi>
    </Table.Td>
  );
}

/** The kind of a step, its name, why it failed, and its metadata. */
function StepName({ step }: { step: Step }) {
  const { kind, record } = step;
  const { singular, color } = looksOf(kind, record);
  const isFailed = kind === 'events' && record.isError === true;
  const metadata = 'metadata' in record ? record.metadata : null;
  const reason = isFailed ? failureReason(metadata) : undefined;
  const name = nameOf(step);
  return (
    <>
      <Group gap="4px 8px">
        {kind === 'events' ? (
          <EventType type={record.type} />
        ) : (
          <Badge variant="dot" color={color} tt="none" fw={500}>
            {singular}
          </Badge>
        )}
        {name !== undefined && (
          <Text size="sm" span {...(kind !== 'events' && { fw: 600 })}>
            <bdi>{name}</bdi>
          </Text>
        )}
      </Group>
      {isFailed && (
        <Text size="sm" c="var(--outturn-bad)" mt={2} lineClamp={3} className={classes.error}>
          Failed{reason !== undefined && `: ${visible(reason)}`}
        </Text>
      )}
      {metadata && <StepMetadata metadata={metadata} />}
    </>
  );
}

type StepMetadataProps = { metadata: Readonly<Record<string, unknown>> };

/** The metadata of a step, which opens below its name. */
function StepMetadata({ metadata }: StepMetadataProps) {
  return (
    <details className={classes.metadata}>
      <Text component="summary" size="xs" c="dimmed" w="fit-content">
        Metadata ({Object.keys(metadata).length})
      </Text>
      <MetadataList metadata={metadata} labelWidth={110} />
    </details>
  );
}

/** Undefined for an event without a name. */
function nameOf(step: Step): string | undefined {
  const { kind, record } = step;
  if (kind === 'revenues') return `${formatExactMoney(record.amount)} from ${visible(record.source)}`;
  if (kind === 'outcomes') return formatExactMoney(record.value);
  if (kind === 'events') {
    const name = record.name || record.toolKey;
    return name ? visible(name) : undefined;
  }
  return describeRecord(step);
}

/** A bar as long as the step took, or a mark where it has no length. */
function StepBar({ step: { kind, record, durationMs, place } }: { step: Step }) {
  const { color } = looksOf(kind, record);
  const { at, width, isBeyond } = place;
  return (
    <div className={classes.axis}>
      <Box
        className={durationMs === null ? classes.mark : classes.bar}
        bg={color}
        mod={{ beyond: isBeyond }}
        style={{ '--at': at, '--width': width } as CSSProperties}
      />
    </div>
  );
}

function elapsedText(elapsed: number): string {
  const text = formatLongDuration(Math.abs(elapsed));
  return elapsed < 0 ? `-${text}` : `+${text}`;
}

type Tokens = { inputTokens: number | null; outputTokens: number | null };

function tokensText({ inputTokens, outputTokens }: Tokens): string | undefined {
  if (inputTokens === null && outputTokens === null) return undefined;
  return `${formatCount(inputTokens ?? 0)} → ${formatCount(outputTokens ?? 0)}`;
}
