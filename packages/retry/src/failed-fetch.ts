/** Why `fetch` has no answer. Node.js hides what happened behind "fetch failed". */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}
