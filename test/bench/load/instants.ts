/** ISO timestamps spread evenly over the last `hours`, from which requests pick one, because formatting costs more. */
export function instantsOfLast(hours: number): string[] {
  const count = hours > 24 ? 100_000 : 3_600;
  const now = Date.now();
  const step = (hours * 3_600_000) / count;
  return Array.from({ length: count }, (_, i) => new Date(now - i * step).toISOString());
}

export function pick<T>(values: readonly T[]): T {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}
