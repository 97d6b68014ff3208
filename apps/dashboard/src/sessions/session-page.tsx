import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment } from 'react';
import { trpc } from '../api/client.ts';
import { isNotFound } from '../api/error-text.ts';
import { keyText } from '../catalogue/key-text.ts';
import { Trouble } from '../feedback/trouble.tsx';
import { formatInstant } from '../format/instant.ts';
import { isolated, visible } from '../format/visible.ts';
import { firstKind, type RecordKind } from '../kinds/record-kinds.ts';
import { RecordDrawer } from '../records/record-drawer.tsx';
import { useRecordNames } from '../records/use-record-names.ts';
import { TextLink } from '../shell/links.tsx';
import { Page } from '../shell/page.tsx';
import { LoadingPage, MissingPage } from '../shell/page-states.tsx';
import { useZone } from '../zone/use-zone.ts';
import { ZoneSelect } from '../zone/zone-select.tsx';
import { SessionResult } from './session-result.tsx';
import { SessionSteps } from './session-steps.tsx';
import type { Session } from './session-table.tsx';

const route = getRouteApi('/app/sessions/$key');

/** One session: its result, and its steps on one time axis. */
export function SessionPage() {
  const { key } = route.useParams();
  const { kind = firstKind, id } = route.useSearch();
  const navigate = route.useNavigate();
  const [zone, setZone] = useZone();
  const {
    data: session,
    error,
    refetch,
    isFetching,
  } = useQuery(trpc.sessions.get.queryOptions({ key, include: 'summary' }));
  const { memberOf, isReady } = useRecordNames(session && [session]);
  if (isNotFound(error)) {
    return (
      <MissingPage
        title="Session not found"
        about={`Your account has no session with the key “${isolated(visible(key))}”. It may belong to another account, or the link may be cut off.`}
        link={
          <TextLink to="/sessions" inherit>
            All sessions
          </TextLink>
        }
      />
    );
  }
  // Names and sums in the place of keys would move the page.
  if (!error && !(session && isReady)) return <LoadingPage />;
  // Back closes the details.
  const open = (opened: RecordKind, recordId: string) =>
    void navigate({
      search: (before) => ({ ...before, kind: opened, id: recordId }),
      resetScroll: false,
    });
  const close = () =>
    void navigate({
      search: ({ kind: _, id: __, ...rest }) => rest,
      replace: true,
      resetScroll: false,
    });
  return (
    <Page
      title={visible(key)}
      about={<AboutSession session={session} memberOf={memberOf} zone={zone} />}
      actions={<ZoneSelect value={zone} onChange={setZone} />}
      isWide
    >
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {session?.summary && <SessionResult summary={session.summary} />}
      {session?.summary && (
        <SessionSteps key={key} sessionKey={key} summary={session.summary} zone={zone} onOpen={open} />
      )}
      <RecordDrawer kind={kind} id={id} zone={zone} onClose={close} />
    </Page>
  );
}

type AboutSessionProps = Pick<ReturnType<typeof useRecordNames>, 'memberOf'> & {
  session: Session | undefined;
  zone: string;
};

/** The agent and the customer of a session, and its start. */
function AboutSession({ session, memberOf, zone }: AboutSessionProps) {
  const members = [memberOf('agentKey', session?.agentKey), memberOf('customerKey', session?.customerKey)];
  const startedAt = session?.summary?.startedAt;
  return (
    <>
      <TextLink to="/sessions" size="sm">
        Sessions
      </TextLink>
      {members.map(
        (member) =>
          member?.row.key != null && (
            <Fragment key={member.dimension}>
              {' · '}
              <TextLink
                to="/$dimension/$key"
                params={{ dimension: member.dimension, key: member.row.key }}
                size="sm"
                title={visible(member.row.key)}
              >
                <bdi>{keyText(member.row, '')}</bdi>
              </TextLink>
            </Fragment>
          ),
      )}
      {startedAt != null && <span> · {formatInstant(startedAt, zone, 'full')}</span>}
    </>
  );
}
