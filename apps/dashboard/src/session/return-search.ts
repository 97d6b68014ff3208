/** Where to go after signing in. */
export type ReturnSearch = { to?: string };

export function readReturn({ to }: Record<string, unknown>): ReturnSearch {
  return typeof to === 'string' && isOurs(to) ? { to } : {};
}

export function readClaim({ token }: Record<string, unknown>): { token?: string } {
  return typeof token === 'string' ? { token } : {};
}

/** The token of the claim link to return to. */
export function claimTokenOf(to = '/'): string | undefined {
  const { pathname, searchParams } = new URL(to, 'http://localhost');
  return pathname === '/claim' ? (searchParams.get('token') ?? undefined) : undefined;
}

/** A path of this site: `//host` and `/\host` would lead to others. */
function isOurs(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}
