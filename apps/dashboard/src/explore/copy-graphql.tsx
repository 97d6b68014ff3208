import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCopy } from '../feedback/use-copy.ts';
import type { SliceQuestion } from './question.ts';
import { toGraphql } from './to-graphql.ts';

export function CopyGraphql({ slice }: { slice: SliceQuestion }) {
  const { copied, copy } = useCopy(toGraphql(slice));
  return (
    <Button
      variant="default"
      onClick={copy}
      leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
    >
      {copied ? 'Copied' : 'Copy as GraphQL'}
    </Button>
  );
}
