import { useMutation, useQueryClient } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import type { Dimension } from '../kinds/dimensions.ts';
import { createMember, type MemberChanges, updateMember } from './fetch-members.ts';

/** Creates or changes a member, and forgets what was known before. */
export function useSaveMember(dimension: Dimension, isNew: boolean) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (changes: MemberChanges) => (isNew ? createMember : updateMember)(dimension, changes),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['members', dimension] }),
        queryClient.invalidateQueries(trpc.analytics.pathFilter()),
      ]),
  });
}
