import { client } from '../api/client.ts';
import { isNotFound } from '../api/error-text.ts';
import { type Dimension, dimensionOf } from './dimensions.ts';

export type KnownKey = { key: string; name: string | null };

/** Members of a dimension, or sessions, which have no names. */
export type Keyed = Dimension | 'sessions';

type Search = { text: string; limit: number; signal: AbortSignal };

/** No key or name is longer. */
export const LONGEST_KEY = 255;

/**
 * The members or sessions whose key or name has a text in it: first the one of this very key, then the latest. Without a text,
 * the latest of all.
 */
export async function searchKeys(of: Keyed, { text, limit, signal }: Search): Promise<KnownKey[]> {
  if (text.length > LONGEST_KEY) return [];
  const items = await list(of, { limit, ...(text && { search: text }) }, signal);
  const exact = items.find(({ key }) => key === text);
  const isWhole = items.length < limit;
  if (!text || (!exact && isWhole)) return items;
  const first = exact ?? (await get(of, text, signal));
  return first ? [first, ...items.filter(({ key }) => key !== text)].slice(0, limit) : items;
}

/** The result; undefined where the account has no such thing. */
export async function orUndefined<Item>(asked: Promise<Item>): Promise<Item | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function list(
  of: Keyed,
  input: { limit: number; search?: string },
  signal: AbortSignal,
): Promise<KnownKey[]> {
  if (of !== 'sessions') return (await dimensionOf(of).procedures.list.query(input, { signal })).items;
  const { items } = await client.sessions.list.query(input, { signal });
  return items.map(({ key }) => ({ key, name: null }));
}

async function get(of: Keyed, key: string, signal: AbortSignal): Promise<KnownKey | undefined> {
  if (of !== 'sessions') return orUndefined(dimensionOf(of).procedures.get.query({ key }, { signal }));
  const session = await orUndefined(client.sessions.get.query({ key }, { signal }));
  return session && { key: session.key, name: null };
}
