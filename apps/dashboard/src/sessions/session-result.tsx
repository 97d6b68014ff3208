import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../format/count.ts';
import { formatExactMoney } from '../format/money.ts';
import { TextLink } from '../shell/links.tsx';
import { durationText, marginOf, type Summary } from './session-sums.ts';
import classes from './sessions.module.css';

/** Cost, revenue and margin of a session, from all of its records. */
export function SessionResult({ summary }: { summary: Summary }) {
  const { cost, revenue, value, goals, events, errors, inputTokens, outputTokens, unpricedEvents } = summary;
  const margin = marginOf(summary);
  return (
    <Paper withBorder px="md" py="sm" component="dl" m={0} aria-label="Result" className={classes.result}>
      <Sum label="Cost" text={formatExactMoney(cost)}>
        {unpricedEvents > 0 && (
          <TextLink to="/prices" size="xs">
            {formatCount(unpricedEvents)} unpriced
          </TextLink>
        )}
      </Sum>
      <Sum label="Revenue" text={formatExactMoney(revenue)} />
      <Sum label="Margin" text={formatExactMoney(margin)} isBad={margin.startsWith('-')} />
      {value !== '0' && <Sum label="Value" text={formatExactMoney(value)} />}
      <Sum label="Duration" text={durationText(summary)} />
      <Sum label="Events" text={formatCount(events)} />
      <Sum label="Errors" text={formatCount(errors)} isBad={errors > 0} />
      <Sum label="Goals" text={formatCount(goals)} />
      <Sum label="Tokens" text={`${formatCount(inputTokens)} in, ${formatCount(outputTokens)} out`} />
    </Paper>
  );
}

type SumProps = { label: string; text: string; isBad?: boolean; children?: ReactNode };

function Sum({ label, text, isBad = false, children }: SumProps) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} fw={650} className="figures" {...(isBad && { c: 'var(--outturn-bad)' })}>
        {text}
      </Text>
      {children && <dd style={{ margin: 0 }}>{children}</dd>}
    </div>
  );
}
