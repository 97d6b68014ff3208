import { Button, Paper, PasswordInput, Stack, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { auth, orThrow } from '../../api/auth.ts';
import { trpc } from '../../api/client.ts';
import { Refused } from '../../feedback/refused.tsx';
import { tell } from '../../feedback/tell.ts';
import { passwordRule } from '../../session/account-rules.ts';
import { DelayNotice } from '../../session/delay-notice.tsx';

export function ChangePassword() {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (value) => (value ? null : 'Enter your current password.'),
      newPassword: passwordRule,
    },
  });
  const change = useMutation({
    mutationFn: async (values: typeof form.values) =>
      orThrow(await auth.changePassword({ ...values, revokeOtherSessions: true })),
    onSuccess: () => {
      form.reset();
      tell("Password changed. You've been signed out on other devices.");
    },
    // Refetching the account leads to sign-in if the session has ended.
    onError: () => void queryClient.invalidateQueries(trpc.account.pathFilter()),
    gcTime: 0,
  });
  return (
    <Paper withBorder p="md" component="section" aria-label="Change password">
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack>
          <Title order={2} size="h4">
            Change password
          </Title>
          <Refused error={change.error} />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label="New password"
            description="At least 8 characters. You'll be signed out on other devices."
            autoComplete="new-password"
            {...form.getInputProps('newPassword')}
          />
          <Button type="submit" w="fit-content" loading={change.isPending}>
            Change password
          </Button>
          <DelayNotice isPending={change.isPending} />
        </Stack>
      </form>
    </Paper>
  );
}
