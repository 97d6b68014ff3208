/** A zod error that tells what would be right, for some input; a missing field is only told to be required. */
export function hint(message: string | ((input: unknown) => string)): {
  error: (issue: { input?: unknown }) => string;
} {
  const toMessage = typeof message === 'string' ? () => message : message;
  return { error: ({ input }) => (input === undefined ? 'is required' : toMessage(input)) };
}
