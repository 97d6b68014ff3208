import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { isolated } from '../format/visible.ts';

type PageProps = {
  title: string;
  /** Lines that the title takes at most; what is beyond them is cut off. */
  titleLines?: number;
  about?: ReactNode;
  actions?: ReactNode;
  /** Takes the room of a wide window, for tables of many columns. */
  isWide?: boolean;
  children: ReactNode;
};

/** A page: its heading, what can be done on it, and its content. */
export function Page({ title, titleLines = 3, about, actions, isWide, children }: PageProps) {
  useDocumentTitle(`${isolated(title)} · Outturn`);
  return (
    <Stack gap="lg" maw={isWide ? 1680 : 1280} mx="auto">
      <Group justify="space-between" align="flex-end" gap="sm">
        {/* A long text wraps rather than the actions beside it. */}
        <div style={{ flex: '1 1 280px', minWidth: 0 }}>
          <Title
            order={1}
            size="h2"
            tabIndex={-1}
            lineClamp={titleLines}
            title={title}
            style={{ overflowWrap: 'anywhere', outline: 'none' }}
            dir="auto"
            ta="left"
          >
            {title}
          </Title>
          {about && (
            <Text c="dimmed" size="sm">
              {about}
            </Text>
          )}
        </div>
        {actions && (
          <Group gap="xs" w={{ base: '100%', xs: 'auto' }}>
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Stack>
  );
}
