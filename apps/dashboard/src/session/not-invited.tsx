import { Code, Text } from '@mantine/core';

/** Says how to get an account without a form. */
export function NotInvited({ isClosed }: { isClosed: boolean }) {
  const [what, command] = isClosed
    ? ['an account', 'outturn accounts create EMAIL']
    : ['one', 'outturn developers claim NAME'];
  return (
    <Text size="sm">
      {isClosed ? 'Sign-up is closed.' : 'Sign-up needs a claim link.'} Ask the operator of this installation
      for {what}: <Code>{command}</Code>
    </Text>
  );
}
