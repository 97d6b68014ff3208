import { ActionIcon, Code, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCopy } from './use-copy.ts';

type CopyableCodeProps = { code: string; label: string };

/** Code that one click copies. */
export function CopyableCode({ code, label }: CopyableCodeProps) {
  const { copied, copy } = useCopy(code);
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <Code
        block
        flex={1}
        miw={0}
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        tabIndex={0}
        aria-label={label}
      >
        {code}
      </Code>
      <Tooltip label={copied ? 'Copied' : 'Copy'}>
        <ActionIcon
          variant="default"
          size="lg"
          onClick={copy}
          aria-label={copied ? 'Copied' : `Copy: ${label}`}
        >
          {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
