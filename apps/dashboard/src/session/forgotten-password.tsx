import { Anchor, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CopyableCode } from '../feedback/copyable-code.tsx';

/** An email that needs no quotes in a shell. */
const plainEmail = /^\w[\w.+-]*@[\w.-]+$/;

/** Says how to get a new password, with the command for the email in the form. */
export function ForgottenPassword({ email }: { email: string }) {
  const [isOpen, { toggle }] = useDisclosure();
  const account = plainEmail.test(email) ? email : 'EMAIL';
  return (
    <div>
      <Anchor
        component="button"
        type="button"
        size="sm"
        underline="always"
        onClick={toggle}
        aria-expanded={isOpen}
      >
        Forgot your password?
      </Anchor>
      {isOpen && (
        <Stack gap="xs" mt="xs">
          <Text size="sm">
            Outturn sends no email. Ask the operator of this installation to run this command, which prints a
            new password and ends your sessions:
          </Text>
          <CopyableCode
            code={`outturn accounts reset-password ${account}`}
            label="Command for the operator"
          />
          <Text size="sm">Sign in with it, and then change it in the settings of your account.</Text>
        </Stack>
      )}
    </div>
  );
}
