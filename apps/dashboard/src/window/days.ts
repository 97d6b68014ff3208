const DAY = 86_400_000;

/** Adds days to a day; a negative number subtracts. */
export function addDays(day: string, count: number): string {
  return isoDay(Date.parse(day) + count * DAY);
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY;
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
