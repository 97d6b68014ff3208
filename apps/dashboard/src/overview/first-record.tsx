import { Anchor, Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconKey } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { trpc } from '../api/client.ts';
import { Refused } from '../feedback/refused.tsx';
import { describeRecord, recordKinds } from '../kinds/record-kinds.ts';
import { LiveFeed } from '../live/live-feed.tsx';
import { CodeExamples, PLACEHOLDER } from '../settings/api-keys/code-examples.tsx';
import { ExampleLink } from '../settings/api-keys/example-link.tsx';
import { KeyShownOnce } from '../settings/api-keys/key-shown-once.tsx';
import { FULL_ACCESS } from '../settings/api-keys/scopes.ts';
import type { Secret } from '../settings/api-keys/secret.ts';
import { isUsable, useApiKeys } from '../settings/api-keys/use-api-keys.ts';
import { useKeyRequest } from '../settings/api-keys/use-key-request.ts';
import { TextLink } from '../shell/links.tsx';

/** Whether the reader can restart the server. */
const isOnThisMachine = /^(localhost|127\.[\d.]+|\[::1\])$/.test(window.location.hostname);

type FirstRecordProps = {
  /** The key that was made here, until its reader has saved it. */
  secret: Secret | undefined;
  onKey: (secret: Secret) => void;
  onSaved: () => void;
  live: Parameters<typeof LiveFeed>[0];
};

/** Leads an account without records to its first one. Stays after it until a new key is saved. */
export function FirstRecord({ secret, onKey, onSaved, live }: FirstRecordProps) {
  const arrived = live.records?.[0];
  const queryClient = useQueryClient();
  const isWaiting = !arrived;
  // Refreshes the figures after the first record, also where no live feed reaches this page.
  useEffect(
    () => () => void queryClient.invalidateQueries(trpc.analytics.pathFilter()),
    [queryClient, isWaiting],
  );
  return (
    <>
      <Paper withBorder p="lg" component="section" aria-label="First record">
        <Stack gap="sm">
          <Title order={2} size="h3">
            {arrived ? 'Your first record has arrived' : 'Record your first revenue'}
          </Title>
          <Group gap="xs" role="status" wrap="nowrap">
            {arrived ? (
              <IconCircleCheck size={18} color="var(--outturn-good)" aria-hidden />
            ) : (
              <Loader size={16} type="dots" aria-hidden />
            )}
            <Text size="sm">
              {arrived ? (
                <>
                  {recordKinds[arrived.kind].singular}: <bdi>{describeRecord(arrived)}</bdi>
                </>
              ) : (
                'Waiting for the first record…'
              )}
            </Text>
          </Group>
          {secret ? (
            <KeyShownOnce
              secret={secret}
              onDone={onSaved}
              example={
                !arrived && (
                  <>
                    <Text size="sm">Try it: this records revenue of $99.90, once.</Text>
                    <CodeExamples token={secret.token} />
                  </>
                )
              }
            />
          ) : (
            <MakeKey onKey={onKey} />
          )}
          {!arrived && (
            <Text size="sm" c="dimmed">
              The other kinds of records work the same way: see <ExampleLink>examples of each</ExampleLink>{' '}
              and the{' '}
              <Anchor href="/docs" target="_blank" underline="always" inherit>
                API documentation
              </Anchor>
              .
            </Text>
          )}
          {!arrived && isOnThisMachine && (
            <Text size="sm" c="dimmed">
              To look around with demo data, stop Outturn and start it again with{' '}
              <code>npm start -- --demo</code> or <code>npx outturn serve --demo</code>.
            </Text>
          )}
        </Stack>
      </Paper>
      <LiveFeed {...live} />
    </>
  );
}

/** Makes a key with one click, with the defaults of the settings. */
function MakeKey({ onKey }: Pick<FirstRecordProps, 'onKey'>) {
  const keys = useApiKeys();
  const { create, isPending, error } = useKeyRequest(onKey);
  const all = keys.data?.items ?? [];
  const name = all.length === 0 ? 'First key' : `Key ${all.length + 1}`;
  return (
    <>
      <Refused error={error ?? keys.error} />
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 300px">
          {all.some(isUsable) ? (
            <>
              You have{' '}
              <TextLink to="/settings/api-keys" inherit>
                an API key
              </TextLink>
              , but its secret cannot be shown again. Replace <code>{PLACEHOLDER}</code> with the secret you
              saved, or generate another key for this.
            </>
          ) : (
            'Generate an API key and run the code below. The key has full access and does not expire.'
          )}
        </Text>
        <Button
          leftSection={<IconKey size={16} aria-hidden />}
          disabled={keys.isPending}
          loading={isPending}
          onClick={() => void create({ name, scopes: [FULL_ACCESS] })}
        >
          Generate API Key
        </Button>
      </Group>
      <CodeExamples />
    </>
  );
}
