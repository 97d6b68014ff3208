/** A zod error with the expected form; "is required" for a missing field. */
export function hint(message: string | ((input: unknown) => string)): {
  error: (issue: { input?: unknown }) => string;
} {
  const toMessage = typeof message === 'string' ? () => message : message;
  return { error: ({ input }) => (input === undefined ? 'is required' : toMessage(input)) };
}
