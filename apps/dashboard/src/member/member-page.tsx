import { Button, Paper, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment } from 'react';
import { isNotFound } from '../api/error-text.ts';
import type { Member } from '../catalogue/fetch-members.ts';
import { MemberEditor } from '../catalogue/member-editor.tsx';
import { memberQuery } from '../catalogue/member-query.ts';
import { MetadataList } from '../catalogue/metadata-list.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { formatExactMoney } from '../format/money.ts';
import { isolated, visible } from '../format/visible.ts';
import { dimensionOf } from '../kinds/dimensions.ts';
import { TextLink } from '../shell/links.tsx';
import { Page } from '../shell/page.tsx';
import { MissingPage } from '../shell/page-states.tsx';
import type { Filter } from '../where/filters.ts';
import { PeriodBar } from '../window/period-bar.tsx';
import { usePeriod } from '../window/use-period.ts';
import { cutsOf } from './effects.ts';
import { LatestSessions } from './latest-sessions.tsx';
import { MemberFigures } from './member-figures.tsx';
import { MemberRecords } from './member-records.tsx';
import { WhatChanged } from './what-changed.tsx';

const route = getRouteApi('/app/$dimension/$key');

/** One agent, customer, goal type or tool. */
export function MemberPage() {
  const { dimension, key } = route.useParams();
  const { asked, choice, zone } = usePeriod();
  const [isOpen, { open, close }] = useDisclosure();
  const { data: member, error, refetch, isFetching } = useQuery(memberQuery(dimension, key));
  const { title, singular, sliceDimension, filter } = dimensionOf(dimension);
  const where: Filter[] = [{ dimension: sliceDimension, condition: 'in', values: [key] }];
  if (isNotFound(error)) {
    return (
      <MissingPage
        title={`${singular} not found`}
        about={`Your account has no ${singular.toLowerCase()} with the key “${isolated(visible(key))}”. It may have been deleted, or belong to another account.`}
        link={
          <TextLink to="/$dimension" params={{ dimension }} inherit>
            All {title.toLowerCase()}
          </TextLink>
        }
      />
    );
  }
  return (
    <Page
      title={visible(member?.name || key)}
      // A name in place of a long key would move the page.
      titleLines={member ? 3 : 1}
      about={
        <>
          <TextLink to="/$dimension" params={{ dimension }} size="sm">
            {title}
          </TextLink>
          {' · '}
          <bdi style={{ overflowWrap: 'anywhere' }}>{visible(key)}</bdi>
          {member?.value && <span className="figures"> · {formatExactMoney(member.value)} each</span>}
        </>
      }
      actions={
        <>
          <PeriodBar />
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={open}
            disabled={!member}
          >
            Edit
          </Button>
        </>
      }
    >
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {/* What one member's page has open or typed is nothing to the next. */}
      <Fragment key={`${dimension} ${key}`}>
        <MemberFigures dimension={dimension} where={where} asked={asked} zone={zone} />
        {cutsOf[dimension].length > 0 && (
          <WhatChanged dimension={dimension} where={where} asked={asked} zone={zone} />
        )}
        {member && <AboutMember member={member} singular={singular} />}
        {/* Not before the description above them, which would move them. */}
        {(member || error) && (
          <>
            {(filter === 'agentKey' || filter === 'customerKey') && (
              <LatestSessions field={filter} memberKey={key} days={asked.days} zone={zone} />
            )}
            <MemberRecords
              dimension={dimension}
              memberKey={key}
              choice={choice}
              days={asked.days}
              zone={zone}
            />
          </>
        )}
        {member && <MemberEditor dimension={dimension} member={member} isOpen={isOpen} onClose={close} />}
      </Fragment>
    </Page>
  );
}

/** The description and the metadata of a member, if it has any. */
function AboutMember({ member: { description, metadata }, singular }: { member: Member; singular: string }) {
  const hasMetadata = metadata && Object.keys(metadata).length > 0;
  if (!description && !hasMetadata) return null;
  const title = `About this ${singular.toLowerCase()}`;
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      {description && (
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} dir="auto">
          {description}
        </Text>
      )}
      {hasMetadata && (
        <>
          <Title order={3} size="h5" mt={description ? 'md' : 0} mb="xs">
            Metadata
          </Title>
          <MetadataList metadata={metadata} />
        </>
      )}
    </Paper>
  );
}
