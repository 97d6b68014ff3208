import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { CurlExample } from '../settings/api-keys/curl-example.tsx';
import { TextLink } from '../shell/links.tsx';

/** Shown to an account without records. */
export function FirstRevenue() {
  return (
    <Paper withBorder p="lg" component="section" aria-label="Record the first revenue">
      <Stack gap="sm">
        <Title order={2} size="h3">
          Record your first revenue
        </Title>
        <Text>
          <TextLink to="/settings/api-keys">Create an API key</TextLink>, replace <code>$KEY</code> with it
          and run this command. The figures below update instantly.
        </Text>
        <CurlExample token="$KEY" />
        <Text size="sm" c="dimmed">
          For other languages, outcomes, goals and costs, see the{' '}
          <Anchor href="/docs" target="_blank" underline="always">
            API documentation
          </Anchor>
          .
        </Text>
      </Stack>
    </Paper>
  );
}
