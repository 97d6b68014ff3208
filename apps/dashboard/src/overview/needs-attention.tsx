import { Center, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SliceAnswer } from '../measures/use-slice.ts';
import { TextLink } from '../shell/links.tsx';
import type { AskedWindow } from '../window/asked-window.ts';
import type { Proof, Sentence } from './attention.ts';
import classes from './overview.module.css';
import { useAttention } from './use-attention.ts';

type NeedsAttentionProps = { answer: SliceAnswer | undefined; asked: AskedWindow; zone: string };

/** The first things to look at: at most five sentences with money, each a link to its proof. */
export function NeedsAttention({ answer, asked, zone }: NeedsAttentionProps) {
  const attention = useAttention(answer, { asked, zone });
  return (
    <Paper withBorder p="md" h="100%" component="section" aria-label="Needs attention">
      <Title order={2} size="h4" mb="xs">
        Needs attention
      </Title>
      {!attention && (
        <div className={classes.attention} aria-busy>
          {Array.from({ length: 5 }, (_, index) => (
            <Skeleton key={index} h={40} my={6} />
          ))}
        </div>
      )}
      {attention && attention.sentences.length > 0 && (
        <ul className={classes.attention}>
          {attention.sentences.map((sentence) => (
            <li key={sentence.id}>
              <SentenceLink sentence={sentence} />
            </li>
          ))}
        </ul>
      )}
      {attention && attention.sentences.length === 0 && (
        <Center className={classes.attention}>
          <AllWell answer={answer} hasFailed={attention.hasFailed} />
        </Center>
      )}
      {attention?.hasFailed && (
        <Text size="xs" c="dimmed">
          Some of the checks couldn't be loaded.
        </Text>
      )}
    </Paper>
  );
}

function AllWell({ answer, hasFailed }: { answer: SliceAnswer | undefined; hasFailed: boolean }) {
  const isCompared = answer?.previous !== undefined;
  const hasData = (answer?.by?.losingAgents?.length ?? 0) + (answer?.by?.losingCustomers?.length ?? 0) > 0;
  if (!hasData) return <Text c="dimmed">No data in this period.</Text>;
  return (
    <Stack gap={4} align="center" ta="center">
      <IconCircleCheck size={28} color="var(--outturn-good)" aria-hidden />
      <Text fw={600}>{hasFailed ? 'No losses' : 'Nothing needs attention'}</Text>
      <Text size="sm" c="dimmed" maw={320}>
        {isCompared && !hasFailed
          ? 'No agent or customer lost money, earned less or cost more than before.'
          : `No agent or customer lost money.${isCompared ? '' : ' Choose a comparison to see what changed.'}`}
      </Text>
    </Stack>
  );
}

/** The whole sentence is the link; the name of its member is underlined. */
function SentenceLink({ sentence: { before, name, after, proof } }: { sentence: Sentence }) {
  return (
    <>
      <Link {...addressOf(proof)} className={classes.sentence}>
        {before}
        {name && (
          <bdi className={classes.name} title={name}>
            {name}
          </bdi>
        )}
        {after}
      </Link>
      {proof.to === 'records' && proof.measure === 'unpricedEvents' && (
        <TextLink to="/prices" size="sm">
          Set prices
        </TextLink>
      )}
    </>
  );
}

function addressOf(proof: Proof) {
  if (proof.to === 'member') {
    const { dimension, key } = proof;
    return { to: '/$dimension/$key', params: { dimension, key } } as const;
  }
  const { measure, dimension, key } = proof;
  const where = dimension && key !== undefined && [{ dimension, condition: 'in' as const, values: [key] }];
  return { to: '/records', search: { measure, ...(where && { where }) } } as const;
}
