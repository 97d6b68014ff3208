import { client, type Outputs } from '../api/client.ts';
import type { Group } from './groups.ts';

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

const procedures = {
  agents: client.agents,
  customers: client.customers,
  'goal-types': client.goalTypes,
  tools: client.tools,
};

export function fetchMembers(
  group: Group,
  page: { limit: number; cursor?: string | undefined },
): Promise<MemberPage> {
  return procedures[group].list.query(page);
}

/** All members of a group, the latest first, as many as a page can sort: ten pages of the API. */
export async function fetchAllMembers(group: Group): Promise<{ members: Member[]; hasMore: boolean }> {
  const members: Member[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { items, nextCursor } = await fetchMembers(group, { limit: LARGEST_PAGE, cursor });
    members.push(...items);
    if (nextCursor === null) return { members, hasMore: false };
    cursor = nextCursor;
  }
  return { members, hasMore: true };
}

export function fetchMember(group: Group, key: string): Promise<Member> {
  return procedures[group].get.query({ key });
}

/** The names of members, in the order of the keys; null for one that is not there or has none. */
export async function fetchNames(group: Group, keys: readonly string[]): Promise<(string | null)[]> {
  const members = await procedures[group].getManyByKey.query({ names: [...keys] });
  return members.map((member) => member?.name ?? null);
}

export function updateMember(group: Group, changes: MemberChanges): Promise<Member> {
  return procedures[group].update.mutate(changes);
}

export function createMember(group: Group, changes: MemberChanges): Promise<Member> {
  return procedures[group].create.mutate(changes);
}
