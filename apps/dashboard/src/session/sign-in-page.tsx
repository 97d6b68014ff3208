import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { auth, orThrow } from '../api/auth.ts';
import { Refused } from '../feedback/refused.tsx';
import { TextLink } from '../shell/links.tsx';
import { onOtherTab } from '../shell/other-tabs.ts';
import { emailRule } from './account-rules.ts';
import { DelayNotice } from './delay-notice.tsx';
import { useEnter, usePageCode } from './enter.ts';
import { ForgottenPassword } from './forgotten-password.tsx';
import { SessionCard } from './session-card.tsx';
import { useSignUp } from './use-sign-up.ts';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { to } = route.useSearch();
  const enter = useEnter();
  const loadPageCode = usePageCode();
  const navigate = useNavigate();
  // Signing in once brings all tabs back to their pages.
  useEffect(() => onOtherTab(() => void navigate({ href: to ?? '/', replace: true })), [navigate, to]);
  const { isPending, canSignUp } = useSignUp(to);
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: { email: emailRule, password: (value) => (value ? null : 'Enter your password.') },
  });
  const signIn = useMutation({
    mutationFn: async (values: typeof form.values) => {
      loadPageCode(to);
      return orThrow(await auth.signIn.email(values));
    },
    onSuccess: () => enter(to),
    gcTime: 0,
  });
  return (
    <SessionCard
      title="Sign in"
      about="See what your agents earn and cost."
      footer={
        !isPending && (
          <>
            New here?{' '}
            <TextLink to="/sign-up" search={{ ...(to && { to }) }}>
              {canSignUp ? 'Create an account' : 'How to get an account'}
            </TextLink>
          </>
        )
      }
    >
      <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
        <Stack>
          <Refused error={signIn.error} />
          <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps('email')} />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={signIn.isPending}>
            Sign in
          </Button>
          <DelayNotice isPending={signIn.isPending} />
          <ForgottenPassword email={form.values.email} />
        </Stack>
      </form>
    </SessionCard>
  );
}
