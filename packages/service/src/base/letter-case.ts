/** `goalTypes` as `goal_types`: tables and columns. */
export function toSnakeCase(name: string): string {
  return withSeparator(name, '_');
}

/** `goalTypes` as `goal-types`: paths of REST and scopes. */
export function toKebabCase(name: string): string {
  return withSeparator(name, '-');
}

function withSeparator(name: string, separator: string): string {
  return name.replace(/[A-Z]/g, (letter) => `${separator}${letter.toLowerCase()}`);
}
