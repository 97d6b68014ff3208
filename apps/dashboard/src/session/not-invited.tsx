import { Code, Text } from '@mantine/core';

/** How somebody gets an account where the page has no form for it. */
export function NotInvited({ isClosed }: { isClosed: boolean }) {
  const [what, command] = isClosed
    ? ['an account', 'outturn accounts create EMAIL']
    : ['an invitation link', 'outturn developers claim NAME'];
  return (
    <Text size="sm">
      {isClosed ? 'Sign-up is closed.' : 'Sign-up is by invitation.'} Ask the operator of this installation
      for {what}: <Code>{command}</Code>
    </Text>
  );
}
