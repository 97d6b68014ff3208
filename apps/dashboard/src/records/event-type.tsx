import { Badge } from '@mantine/core';
import { visible } from '../format/visible.ts';
import { recordKinds, stepKind } from '../kinds/record-kinds.ts';

/** The type of an event, such as `llm.call`. */
export function EventType({ type }: { type: string }) {
  return (
    <Badge variant="dot" color={recordKinds[stepKind].color} tt="none" fw={500} maw="100%">
      <bdi>{visible(type)}</bdi>
    </Badge>
  );
}
