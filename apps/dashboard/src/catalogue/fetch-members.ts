import { client, type Outputs } from '../api/client.ts';
import type { Group } from './groups.ts';

type Common = Outputs['agents']['get'];

/** An agent, customer, goal type or tool; only the last two have a value. */
export type Member = Common & { value?: string | null };
export type MemberPage = { items: Member[]; nextCursor: string | null };
export type MemberChanges = {
  key: string;
  name: string | null;
  description: string | null;
  metadata: Record<string, unknown> | null;
  value?: string | null;
};

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

export function fetchMember(group: Group, key: string): Promise<Member> {
  return procedures[group].get.query({ key });
}

export function updateMember(group: Group, changes: MemberChanges): Promise<Member> {
  return procedures[group].update.mutate(changes);
}

export function createMember(group: Group, changes: MemberChanges): Promise<Member> {
  return procedures[group].create.mutate(changes);
}
