/** What an API key may do, one pair per group of the API. */
export const scopes = ['revenues:read', 'revenues:write'] as const;

export type Scope = (typeof scopes)[number];

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}
