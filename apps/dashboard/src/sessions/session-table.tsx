import { type MantineBreakpoint, Skeleton, Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { Outputs } from '../api/client.ts';
import { MemberName } from '../catalogue/member-name.tsx';
import { formatInstant } from '../format/instant.ts';
import { Figure } from '../measures/figure.tsx';
import { formatMeasure, formatMeasureExactly, measures, NOTHING } from '../measures/measures.ts';
import { useRecordNames } from '../records/use-record-names.ts';
import { SessionLink } from '../shell/session-link.tsx';
import { TableFrame } from '../shell/table-frame.tsx';
import { durationText, marginOf, type Summary } from './session-sums.ts';
import classes from './sessions.module.css';

export type Session = Outputs['sessions']['list']['items'][number];

/** The field of a session that names a member. */
export type SessionMember = 'agentKey' | 'customerKey';

type SessionTableProps = {
  sessions: readonly Session[] | undefined;
  zone: string;
  label?: string;
  /** The member of a page; its own column is left out, and so are the figures that a narrow page has no room for. */
  ofMember?: SessionMember | undefined;
};

type FigureName = (typeof figures)[number];
const figures = ['cost', 'revenue', 'margin', 'goals', 'errors', 'unpricedEvents'] as const;
/** The width of a window from which on it has room for a figure; absent for those that a phone shows. */
const roomFor: Partial<Record<FigureName, MantineBreakpoint>> = {
  revenue: 'sm',
  goals: 'lg',
  unpricedEvents: 'xl',
};
const isOfMember = (measure: FigureName) => measure !== 'goals' && measure !== 'unpricedEvents';
const members = [
  { field: 'agentKey', title: 'Agent' },
  { field: 'customerKey', title: 'Customer' },
] as const;
const PLACEHOLDERS = Array.from({ length: 10 }, (_, index) => `placeholder ${index}`);

/** Sessions with the sums of their records; a row opens its session. */
export function SessionTable({ sessions, zone, label = 'Sessions', ofMember }: SessionTableProps) {
  const navigate = useNavigate();
  const { memberOf, isReady } = useRecordNames(sessions);
  const rows = isReady ? sessions : undefined;
  const open = (key: string) => (event: MouseEvent) => {
    const isLink = event.target instanceof Element && event.target.closest('a') !== null;
    if (!isLink) void navigate({ to: '/sessions/$key', params: { key } });
  };
  const shownMembers = members.filter(({ field }) => field !== ofMember);
  const shownFigures = ofMember ? figures.filter(isOfMember) : figures;
  const nameOf = (field: SessionMember, key: string | null) => {
    const named = memberOf(field, key);
    return named ? <MemberName {...named} withKey={false} /> : NOTHING;
  };
  return (
    <TableFrame label={label} highlightOnHover verticalSpacing={7}>
      <Table.Thead>
        <Table.Tr style={{ whiteSpace: 'nowrap' }}>
          <Table.Th visibleFrom="sm">Started</Table.Th>
          <Table.Th>Session</Table.Th>
          {shownMembers.map(({ field, title }) => (
            <Table.Th key={field} visibleFrom="sm">
              {title}
            </Table.Th>
          ))}
          <Table.Th visibleFrom="sm" ta="right">
            Duration
          </Table.Th>
          {shownFigures.map((measure) => (
            <Table.Th key={measure} ta="right" visibleFrom={roomFor[measure]}>
              {measure === 'unpricedEvents' ? 'Unpriced' : measures[measure].label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows?.map(({ id, key, createdAt, summary, ...keys }) => (
          <Table.Tr key={id} onClick={open(key)} className={classes.row}>
            <Table.Td
              visibleFrom="sm"
              className="figures"
              title={formatInstant(startOf({ createdAt, summary }), zone, 'full')}
            >
              {formatInstant(startOf({ createdAt, summary }), zone, 'dayTime')}
            </Table.Td>
            <Table.Td maw={{ base: 150, xs: 170, xl: 320 }}>
              <SessionLink sessionKey={key} />
              <Text size="xs" c="dimmed" hiddenFrom="sm" className="figures">
                {formatInstant(startOf({ createdAt, summary }), zone, 'dayTime')}
              </Text>
            </Table.Td>
            {shownMembers.map(({ field }) => (
              <Table.Td key={field} visibleFrom="sm" maw={{ base: 130, xl: 200 }}>
                {nameOf(field, keys[field])}
              </Table.Td>
            ))}
            <Table.Td visibleFrom="sm" ta="right" className="figures">
              {summary ? durationText(summary) : NOTHING}
            </Table.Td>
            {shownFigures.map((measure) => (
              <FigureOfSession key={measure} measure={measure} summary={summary} />
            ))}
          </Table.Tr>
        ))}
        {!rows &&
          PLACEHOLDERS.map((key) => (
            <Table.Tr key={key}>
              <Table.Td colSpan={3 + shownMembers.length + shownFigures.length}>
                <Skeleton h={22} />
              </Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </TableFrame>
  );
}

function FigureOfSession({ measure, summary }: { measure: FigureName; summary: Summary | null }) {
  const value = summary && (measure === 'margin' ? marginOf(summary) : summary[measure]);
  return (
    <Table.Td
      ta="right"
      className="figures"
      title={formatMeasureExactly(measure, value)}
      visibleFrom={roomFor[measure]}
      {...(measure === 'errors' && Number(value) > 0 && { c: 'var(--outturn-bad)' })}
    >
      <Figure measure={measure} value={value} text={formatMeasure(measure, value)} />
    </Table.Td>
  );
}

function startOf({ summary, createdAt }: Pick<Session, 'summary' | 'createdAt'>): string {
  return summary?.startedAt ?? createdAt;
}
