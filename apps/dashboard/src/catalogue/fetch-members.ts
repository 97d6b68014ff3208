import type { CallContext } from '@outturn/client';
import type { Outputs } from '../api/client.ts';
import { type Dimension, dimensionOf } from '../kinds/dimensions.ts';

type Common = Outputs['agents']['get'];

/** An agent, customer, goal type or tool; only the last two have a value. */
export type Member = Common & { value?: string | null };
type MemberPage = { items: Member[]; nextCursor: string | null };
export type MemberChanges = {
  key: string;
  name: string | null;
  description: string | null;
  metadata: Record<string, unknown> | null;
  value?: string | null;
};

const proceduresOf = (dimension: Dimension) => dimensionOf(dimension).procedures;

/** The latest members; with `search`, those whose key or name contains it. */
export function fetchMembers(
  dimension: Dimension,
  page: { limit: number; search?: string },
): Promise<MemberPage> {
  return proceduresOf(dimension).list.query(page);
}

export function fetchMember(dimension: Dimension, key: string): Promise<Member> {
  return proceduresOf(dimension).get.query({ key });
}

/** Members in the order of the keys; null for one that is not there. */
export function fetchMembersByKey(
  dimension: Dimension,
  keys: readonly string[],
  context: CallContext = {},
): Promise<(Member | null)[]> {
  return proceduresOf(dimension).getManyByKey.query({ names: [...keys] }, { context });
}

/** The names of members, in the order of the keys; null for one that is not there or has none. */
export async function fetchNames(
  dimension: Dimension,
  keys: readonly string[],
  context: CallContext = {},
): Promise<(string | null)[]> {
  const members = await fetchMembersByKey(dimension, keys, context);
  return members.map((member) => member?.name ?? null);
}

export function updateMember(dimension: Dimension, changes: MemberChanges): Promise<Member> {
  return proceduresOf(dimension).update.mutate(changes);
}

export function createMember(dimension: Dimension, changes: MemberChanges): Promise<Member> {
  return proceduresOf(dimension).create.mutate(changes);
}
