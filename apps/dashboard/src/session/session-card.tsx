import { Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Logo } from '../shell/logo.tsx';

type SessionCardProps = { title: string; about: string; children: ReactNode; footer?: ReactNode };

export function SessionCard({ title, about, children, footer }: SessionCardProps) {
  useDocumentTitle(`${title} · Outturn`);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={400}>
        <Group justify="center">
          <Logo />
        </Group>
        <Paper withBorder p="xl" radius="lg">
          <Stack>
            <div>
              <Title order={1} size="h2">
                {title}
              </Title>
              <Text c="dimmed" size="sm" mt={4}>
                {about}
              </Text>
            </div>
            {children}
          </Stack>
        </Paper>
        {footer && (
          <Text size="sm" ta="center">
            {footer}
          </Text>
        )}
      </Stack>
    </Center>
  );
}
