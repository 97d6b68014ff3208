import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { SliceQuestion } from './question.ts';
import { toGraphql } from './to-graphql.ts';

export function CopyGraphql({ slice }: { slice: SliceQuestion }) {
  return (
    <CopyButton value={toGraphql(slice)}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          onClick={copy}
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        >
          {copied ? 'Copied' : 'Copy as GraphQL'}
        </Button>
      )}
    </CopyButton>
  );
}
