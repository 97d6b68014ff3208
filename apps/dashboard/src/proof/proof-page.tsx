import { IconListDetails } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import { EmptyPanel } from '../feedback/empty-panel.tsx';
import { TextLink } from '../shell/links.tsx';
import { LoadingPage } from '../shell/page-states.tsx';
import { CountedProof } from './counted-proof.tsx';
import { countedKinds } from './measure-parts.ts';
import { ProofFrame } from './proof-frame.tsx';
import { sessionFiltersOf } from './proof-search.ts';
import { type Proof, useProof } from './use-proof.ts';

const route = getRouteApi('/app/records');

/** The records behind a number. */
export function ProofPage() {
  const search = route.useSearch();
  const proof = useProof(search);
  const hasBegun = useRef(false);
  if (proof.figures || proof.error) hasBegun.current = true;
  // A number in the place of its name alone would move the page. A later one takes the place of the one before.
  if (!hasBegun.current) return <LoadingPage />;
  const counted = countedKinds[proof.measure];
  const tab = counted.find(({ kind }) => kind === search.kind) ?? counted[0];
  if (!tab) return <SessionsProof proof={proof} />;
  return <CountedProof proof={proof} tabs={counted} kind={tab.kind} id={search.id} />;
}

/** Sessions are counted from the records of all kinds that name them, so that there is no list of records to sum up. */
function SessionsProof({ proof }: { proof: Proof }) {
  const { where, hour } = proof;
  const filters = sessionFiltersOf(where);
  return (
    <ProofFrame proof={proof}>
      <EmptyPanel Icon={IconListDetails} title="Sessions are counted, not recorded">
        {/* Both pages show whole days. */}
        {hour ? (
          'Remove the hour to see which they are.'
        ) : (
          <>
            <TextLink
              inherit
              to="/explore"
              search={{
                by: [{ dimension: 'session' }],
                measures: ['revenue', 'cost', 'events', 'goals'],
                ...(where.length > 0 && { where }),
              }}
            >
              Group by session in Explore
            </TextLink>{' '}
            to see which they are
            {filters && (
              <>
                , or see{' '}
                <TextLink inherit to="/sessions" search={filters}>
                  the list of sessions
                </TextLink>
              </>
            )}
            .
          </>
        )}
      </EmptyPanel>
    </ProofFrame>
  );
}
