let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password is one of the 10,000 most common ones, in any case and width of letters: passwords are
 * hashed in Unicode's form NFKC. The list is read on first use.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= loadList();
  return (await loading).has(password.normalize('NFKC').toLowerCase());
}

async function loadList(): Promise<ReadonlySet<string>> {
  const { default: list } = await import('./common-passwords.json', { with: { type: 'json' } });
  return new Set(list.passwords);
}
