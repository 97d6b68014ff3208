import { Paper, SimpleGrid, Skeleton, Table, Text, Title } from '@mantine/core';
import { type KeyedRow, keyText } from '../catalogue/key-text.ts';
import { MemberName } from '../catalogue/member-name.tsx';
import { Awaited } from '../feedback/awaited.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { capital } from '../format/capital.ts';
import { formatExactMoney, formatMoney, formatSignedMoney } from '../format/money.ts';
import { type Dimension, dimensionGroupedBy } from '../kinds/dimensions.ts';
import { changeColor, changeOf } from '../measures/change.ts';
import { Figure, FigureLink, proofOf } from '../measures/figure.tsx';
import { formatMeasure, measures } from '../measures/measures.ts';
import { type SliceAnswer, useSlice } from '../measures/use-slice.ts';
import { TableFrame } from '../shell/table-frame.tsx';
import { type Filter, splitText, toWhere } from '../where/filters.ts';
import type { AskedWindow } from '../window/asked-window.ts';
import { type Cut, changeQuestion, cutsOf, type Effect, effectsOf } from './effects.ts';

type WhatChangedProps = { dimension: Dimension; where: Filter[]; asked: AskedWindow; zone: string };

/** The causes of a change of a member's margin since the compared period. */
export function WhatChanged({ dimension, where, asked, zone }: WhatChangedProps) {
  const { window, previous, minute } = asked;
  const cuts = cutsOf[dimension];
  const question =
    previous && changeQuestion({ window, previous, timeZone: zone, where: toWhere(where) }, cuts);
  const { shown, isOld, error, refetch, isFetching } = useSlice(question, minute);
  return (
    <section aria-label="What changed">
      <Title order={2} size="h4" mb="xs">
        What changed
      </Title>
      {!previous && <Text size="sm">Choose a comparison to see what changed.</Text>}
      {previous && error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {previous && !shown && !error && <Skeleton h={420} />}
      {previous && shown && (
        <Awaited isOld={isOld}>
          <Changes answer={shown.answer} cuts={cuts} where={where} />
        </Awaited>
      )}
    </section>
  );
}

type ChangesProps = { answer: SliceAnswer; cuts: readonly Cut[]; where: Filter[] };

function Changes({ answer, cuts, where }: ChangesProps) {
  // A cut whose records all lack its dimension says no more than the totals.
  const parts = cuts
    .map((cut) => ({ cut, effects: effectsOf(answer.by?.[cut.dimension] ?? [], cut) }))
    .filter(({ effects }) => effects.some(({ group }) => group.isOther || group.key !== null));
  return (
    <>
      <Summary answer={answer} where={where} hasParts={parts.length > 0} />
      {parts.length > 0 && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          {parts.map(({ cut, effects }) => (
            <Effects key={cut.dimension} cut={cut} effects={effects} where={where} />
          ))}
        </SimpleGrid>
      )}
    </>
  );
}

const summed = ['margin', 'revenue', 'cost'] as const;

/** The change of the margin, and those of revenue and cost that make it. */
function Summary({ answer, where, hasParts }: Omit<ChangesProps, 'cuts'> & { hasParts: boolean }) {
  const changes = summed.map((measure) => {
    const [now = '0', before = '0'] = [answer.totals?.[measure], answer.previous?.totals?.[measure]];
    return { measure, now, before, change: changeOf(measure, now, before) };
  });
  const isSame = changes.every(({ change }) => change?.direction === 'same');
  if (isSame && !hasParts) return <Text size="sm">Nothing changed.</Text>;
  return (
    <Text size="sm">
      {changes.map(({ measure, now, before, change }, index) => (
        <span key={measure}>
          {index > 0 && ' '}
          {measures[measure].label}{' '}
          {change === undefined || change.direction === 'same' ? (
            <>
              stayed at <Amount measure={measure} value={now} where={where} />.
            </>
          ) : (
            <>
              {change.direction === 'up' ? 'rose' : 'fell'} from {formatMoney(before)} to{' '}
              <Amount measure={measure} value={now} where={where} /> (
              <Text span inherit c={changeColor(change)} className="figures">
                {change.full}
              </Text>
              ).
            </>
          )}
        </span>
      ))}
    </Text>
  );
}

type AmountProps = { measure: Cut['measure'] | 'revenue'; value: string; where: Filter[] };

function Amount({ measure, value, where }: AmountProps) {
  return (
    <span className="figures" title={formatExactMoney(value)} data-figure={value}>
      <Figure measure={measure} value={value} text={formatMeasure(measure, value)} where={where} />
    </span>
  );
}

type EffectsProps = { cut: Cut; effects: readonly Effect[]; where: Filter[] };

function Effects({ cut, effects, where }: EffectsProps) {
  const title = `${measures[cut.measure].label} by ${splitText(cut)}`;
  return (
    <Paper withBorder p="md">
      <Title order={3} size="h5" mb="xs">
        {title}
      </Title>
      <TableFrame label={title} withFrame={false} verticalSpacing={6} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{capital(splitText(cut))}</Table.Th>
            <Table.Th ta="right">Effect</Table.Th>
            <Table.Th ta="right">Before and now</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {effects.map(({ group, now, before, effect, where: own }) => (
            <Table.Tr key={`${group.isOther} ${group.key}`}>
              <Table.Td maw={160}>
                <GroupName cut={cut} group={group} />
              </Table.Td>
              <Table.Td
                ta="right"
                className="figures"
                c={changeColor({ isGood: !effect.startsWith('-') })}
                title={formatExactMoney(effect)}
              >
                <FigureLink records={proofOf({ measure: cut.measure, where: [...where, ...own] })}>
                  {formatSignedMoney(effect)}
                </FigureLink>
              </Table.Td>
              <Table.Td ta="right" className="figures">
                <Text span inherit c="dimmed" title={formatExactMoney(before)}>
                  {formatMoney(before)} →{' '}
                </Text>
                <Amount measure={cut.measure} value={now} where={[...where, ...own]} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </TableFrame>
    </Paper>
  );
}

function GroupName({ cut, group }: { cut: Cut; group: KeyedRow }) {
  const dimension = dimensionGroupedBy(cut.dimension);
  if (dimension) return <MemberName dimension={dimension} row={group} />;
  return (
    <Text
      size="sm"
      truncate
      title={group.key ?? undefined}
      {...(group.key === null && { c: 'dimmed', fs: 'italic' })}
    >
      {keyText(group, splitText(cut))}
    </Text>
  );
}
