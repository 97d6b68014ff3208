/** From PostgreSQL's `2024-01-15 10:30:00.5+00`, of a session in UTC, to `2024-01-15T10:30:00.500Z`. */
export function toIsoInstant(text: string): string {
  // Times in milliseconds have three decimals unless the last are zero.
  if (text.length === 26) return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`;
  const fraction =
    text.charCodeAt(19) === 46
      ? text
          .slice(20, text.length - 3)
          .padEnd(3, '0')
          .slice(0, 3)
      : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}
