import { useQuery } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import type { Dimension } from './question.ts';

const page = { limit: 200 };

/** Keys to suggest for a filter; any other may be typed. */
export function useKnownKeys(dimension: Dimension): string[] {
  const agents = useQuery(trpc.agents.list.queryOptions(page, { enabled: dimension === 'agent' }));
  const customers = useQuery(trpc.customers.list.queryOptions(page, { enabled: dimension === 'customer' }));
  const goalTypes = useQuery(trpc.goalTypes.list.queryOptions(page, { enabled: dimension === 'goalType' }));
  const tools = useQuery(trpc.tools.list.queryOptions(page, { enabled: dimension === 'tool' }));
  const lists = { agent: agents, customer: customers, goalType: goalTypes, tool: tools };
  if (!Object.hasOwn(lists, dimension)) return [];
  return lists[dimension as keyof typeof lists].data?.items.map(({ key }) => key) ?? [];
}
