/** A zod error that tells what would be right; a missing field is only told to be required. */
export function hint(message: string): { error: (issue: { input?: unknown }) => string } {
  return { error: (issue) => (issue.input === undefined ? 'is required' : message) };
}
