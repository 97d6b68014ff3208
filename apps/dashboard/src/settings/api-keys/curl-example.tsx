import { ActionIcon, Box, Code, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCopy } from '../../feedback/use-copy.ts';

/** A call that records a revenue with a key, ready to be pasted into a terminal. */
export function CurlExample({ token }: { token: string }) {
  const command = [
    `curl ${window.location.origin}/v1/revenues \\`,
    `  -H "Authorization: Bearer ${token}" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"amount":"99.90","recordedAt":"${new Date().toISOString()}","agentKey":"support-agent"}'`,
  ].join('\n');
  const { copied, copy } = useCopy(command);
  return (
    <Box pos="relative">
      <Code block pr={48} tabIndex={0} aria-label="Example call">
        {command}
      </Code>
      <Tooltip label={copied ? 'Copied' : 'Copy'}>
        <ActionIcon
          variant="default"
          pos="absolute"
          top={8}
          right={8}
          onClick={copy}
          aria-label={copied ? 'Copied' : 'Copy the example'}
        >
          {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        </ActionIcon>
      </Tooltip>
    </Box>
  );
}
