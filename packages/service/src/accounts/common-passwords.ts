let loading: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is one of the 10,000 most common ones, in whatever case. The list is read when it is first asked for. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= loadList();
  return (await loading).has(password.toLowerCase());
}

async function loadList(): Promise<ReadonlySet<string>> {
  const { default: list } = await import('./common-passwords.json', { with: { type: 'json' } });
  return new Set(list.passwords);
}
