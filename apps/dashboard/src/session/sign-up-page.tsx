import { Box, Button, Code, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { auth, orThrow } from '../api/auth.ts';
import { Refused } from '../feedback/refused.tsx';
import { tell } from '../feedback/tell.ts';
import { TextLink } from '../shell/links.tsx';
import { emailRule, passwordRule } from './account-rules.ts';
import { useEnter } from './enter.ts';
import { SessionCard } from './session-card.tsx';
import { useClaimFault, useSignUp } from './use-sign-up.ts';

const route = getRouteApi('/sign-up');

/** The height of the form and of what stands in its place, in pixels. */
const FORM_HEIGHT = 240;

export function SignUpPage() {
  const { to } = route.useSearch();
  const enter = useEnter();
  const { mode, isPending, claimToken, canSignUp } = useSignUp(to);
  const { fault, isLoading } = useClaimFault(canSignUp ? claimToken : undefined);
  const isAsking = isPending || isLoading;
  const form = useForm({
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: (value) => (value.trim() ? null : "Enter your name or your team's name."),
      email: emailRule,
      password: passwordRule,
    },
  });
  const signUp = useMutation({
    mutationFn: async (values: typeof form.values) =>
      orThrow(await auth.signUp.email({ ...values, ...(claimToken && { claimToken }) })),
    onSuccess: async () => {
      if (!claimToken) return enter(to);
      await enter();
      tell('Account created. It now owns all data behind the claim link.');
    },
    gcTime: 0,
  });
  return (
    <SessionCard
      title={claimToken ? 'Claim this installation' : 'Create an account'}
      about={
        claimToken
          ? 'Your account takes over all data behind this claim link. The link works once and expires after a week.'
          : 'Your account owns your API keys and all the data they record.'
      }
      footer={
        <>
          Already have an account?{' '}
          <TextLink to="/sign-in" search={{ ...(to && !fault && { to }) }}>
            Sign in
          </TextLink>
        </>
      }
    >
      {isAsking && <Skeleton h={FORM_HEIGHT} />}
      {!isAsking && fault && (
        // As tall as what it replaces, so that the card stays where it is.
        <Box mih={FORM_HEIGHT}>
          <Refused error={fault} />
        </Box>
      )}
      {!isAsking && canSignUp && !fault && (
        <form onSubmit={form.onSubmit((values) => signUp.mutate(values))} noValidate>
          <Stack>
            <Refused error={signUp.error} />
            <TextInput label="Name" autoComplete="name" {...form.getInputProps('name')} />
            <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps('email')} />
            <PasswordInput
              label="Password"
              description="At least 8 characters."
              autoComplete="new-password"
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={signUp.isPending}>
              Create account
            </Button>
          </Stack>
        </form>
      )}
      {!isPending && !canSignUp && <NotInvited isClosed={mode === 'closed'} />}
    </SessionCard>
  );
}

/** Says how to get an account without a form. */
function NotInvited({ isClosed }: { isClosed: boolean }) {
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
