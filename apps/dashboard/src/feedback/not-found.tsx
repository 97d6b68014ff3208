import { EmptyState } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type NotFoundProps = { title: string; about: ReactNode; link?: ReactNode; order?: 1 | 2 };

/** Says that something was not found, and what to do. */
export function NotFound({ title, about, link, order = 2 }: NotFoundProps) {
  return (
    <EmptyState icon={<IconMapOff aria-hidden />}>
      <EmptyState.Title order={order}>{title}</EmptyState.Title>
      <EmptyState.Description>
        {about} <span style={{ whiteSpace: 'nowrap' }}>{link}</span>
      </EmptyState.Description>
    </EmptyState>
  );
}
