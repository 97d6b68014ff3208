import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Trouble } from '../feedback/trouble.tsx';
import { bucketNames } from '../format/instant.ts';
import { formatMeasureExactly, measures } from '../measures/measures.ts';
import { Page } from '../shell/page.tsx';
import { PeriodBar } from '../window/period-bar.tsx';
import { Conditions } from './conditions.tsx';
import { NumberFormula } from './number-formula.tsx';
import type { Proof } from './use-proof.ts';

type ProofFrameProps = { proof: Proof; csv?: ReactNode; children: ReactNode };

/** A number with its formula and its conditions, above its records. */
export function ProofFrame({ proof, csv, children }: ProofFrameProps) {
  const { measure, where, hour, zone, figures, error, refetch, isFetching } = proof;
  const navigate = useNavigate({ from: '/records' });
  const { label } = measures[measure];
  return (
    <Page
      title={figures ? `${label} ${formatMeasureExactly(measure, figures.value)}` : label}
      about={<NumberFormula proof={proof} />}
      actions={<PeriodBar isCompared={false}>{csv}</PeriodBar>}
    >
      <Conditions
        where={where}
        hour={hour && `Hour is ${bucketNames([hour.from], 'hour', zone)[0]}`}
        onChange={(next) =>
          void navigate({
            search: ({ id: _, ...before }) => ({ ...before, where: next.length > 0 ? next : undefined }),
            resetScroll: false,
          })
        }
        onRemoveHour={() =>
          void navigate({ search: ({ id: _, hour: __, ...before }) => before, resetScroll: false })
        }
      />
      {error && <Trouble error={error} onRetry={refetch} isRetrying={isFetching} />}
      {children}
    </Page>
  );
}
