import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { CurlExample } from '../settings/api-keys/curl-example.tsx';
import { TextLink } from '../shell/links.tsx';

/** What an account that has recorded nothing sees. */
export function FirstRevenue() {
  return (
    <Paper withBorder p="lg" component="section" aria-label="Record the first revenue">
      <Stack gap="sm">
        <Title order={2} size="h3">
          Record your first revenue
        </Title>
        <Text>
          <TextLink to="/settings/api-keys">Generate an API key</TextLink>, put it in the place of{' '}
          <code>$KEY</code>, and send this. The figures below follow at once.
        </Text>
        <CurlExample token="$KEY" />
        <Text size="sm" c="dimmed">
          Other languages, outcomes, goals and costs are in the{' '}
          <Anchor href="/docs" target="_blank" underline="always">
            API documentation
          </Anchor>
          .
        </Text>
      </Stack>
    </Paper>
  );
}
