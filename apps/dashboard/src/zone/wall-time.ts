/** Local time in a zone: the day, and the minutes since its midnight. */
export type WallTime = { day: string; minute: number };

const DAY = 86_400_000;
const MINUTE = 60_000;

/** Making a format is slow, using one is not. */
const made = new Map<string, Intl.DateTimeFormat>();

export function wallTimeAt(instant: number, zone: string): WallTime {
  const local = new Date(instant + offsetAt(instant, zone));
  return {
    day: local.toISOString().slice(0, 10),
    minute: local.getUTCHours() * 60 + local.getUTCMinutes(),
  };
}

/**
 * The instant at which clocks show a time: the first of two where they are turned back, and as long after the turn as the
 * time is after it where they skip the time.
 */
export function instantAt({ day, minute }: WallTime, zone: string): number {
  const local = Date.parse(day) + minute * MINUTE;
  const before = offsetAt(local - DAY, zone);
  const after = offsetAt(local + DAY, zone);
  // The offset before comes first: where clocks are turned back, it makes the earlier of the two.
  const offset = [before, after].find((each) => offsetAt(local - each, zone) === each) ?? before;
  return local - offset;
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  let format = made.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    made.set(zone, format);
  }
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}
