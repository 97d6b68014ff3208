const DAY = 86_400_000;

/** Adds days to a day; a negative number subtracts. */
export function addDays(day: string, count: number): string {
  return isoDay(Date.parse(day) + count * DAY);
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY;
}

/** Adds months to the first of a month. */
export function addMonths(first: string, count: number): string {
  const [year = 0, month = 1] = first.split('-').map(Number);
  return isoDay(Date.UTC(year, month - 1 + count, 1));
}

export function monthsBetween(from: string, to: string): number {
  const [fromMonth, toMonth] = [from, to].map(
    (day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)),
  );
  return (toMonth ?? 0) - (fromMonth ?? 0);
}

/** Whether a span is made of whole months. */
export function isOfMonths(from: string, to: string): boolean {
  return from.endsWith('-01') && to.endsWith('-01');
}

/** The same day a year before; the 28th where there was no 29 February. */
export function yearBefore(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const isLeapDay = month === 2 && date === 29;
  return isoDay(Date.UTC(year - 1, month - 1, isLeapDay ? 28 : date));
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
