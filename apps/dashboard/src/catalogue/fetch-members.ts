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

const LARGEST_PAGE = 1000;
const MOST_PAGES = 10;

const proceduresOf = (dimension: Dimension) => dimensionOf(dimension).procedures;

function fetchMembers(
  dimension: Dimension,
  page: { limit: number; cursor?: string | undefined },
): Promise<MemberPage> {
  return proceduresOf(dimension).list.query(page);
}

/** All members of a dimension, the latest first, as many as a page can sort: ten pages of the API. */
export async function fetchAllMembers(
  dimension: Dimension,
): Promise<{ members: Member[]; hasMore: boolean }> {
  const members: Member[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { items, nextCursor } = await fetchMembers(dimension, { limit: LARGEST_PAGE, cursor });
    members.push(...items);
    if (nextCursor === null) return { members, hasMore: false };
    cursor = nextCursor;
  }
  return { members, hasMore: true };
}

export function fetchMember(dimension: Dimension, key: string): Promise<Member> {
  return proceduresOf(dimension).get.query({ key });
}

/** The names of members, in the order of the keys; null for one that is not there or has none. */
export async function fetchNames(
  dimension: Dimension,
  keys: readonly string[],
  context: CallContext = {},
): Promise<(string | null)[]> {
  const members = await proceduresOf(dimension).getManyByKey.query({ names: [...keys] }, { context });
  return members.map((member) => member?.name ?? null);
}

export function updateMember(dimension: Dimension, changes: MemberChanges): Promise<Member> {
  return proceduresOf(dimension).update.mutate(changes);
}

export function createMember(dimension: Dimension, changes: MemberChanges): Promise<Member> {
  return proceduresOf(dimension).create.mutate(changes);
}
