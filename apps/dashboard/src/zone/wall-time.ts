/** A time as clocks of a zone show it: the day, and the minutes since midnight. */
export type WallTime = { day: string; minute: number };

const DAY = 86_400_000;
const MINUTE = 60_000;

/** Formats by zone. Making one takes long, and using it does not. */
const made = new Map<string, Intl.DateTimeFormat>();

/** The time that clocks of the zone show at an instant, in milliseconds since 1970. */
export function wallTimeAt(instant: number, zone: string): WallTime {
  const local = new Date(instant + offsetAt(instant, zone));
  return {
    day: local.toISOString().slice(0, 10),
    minute: local.getUTCHours() * 60 + local.getUTCMinutes(),
  };
}

/**
 * The instant, in milliseconds since 1970, at which clocks of the zone show a time. Where they are turned back and
 * show it twice, the first. Where they are turned forward and skip it, the instant as long after the turn as the time
 * is after the beginning of the gap.
 *
 * The offset of the zone depends on the instant, which is not known yet. It is that of the day before or that of the
 * day after; the one under which clocks really show this time is right.
 */
export function instantAt({ day, minute }: WallTime, zone: string): number {
  const local = Date.parse(day) + minute * MINUTE;
  const before = offsetAt(local - DAY, zone);
  const after = offsetAt(local + DAY, zone);
  // The offset of the day before is tried first: where both are right, it gives the earlier instant.
  const offset = [before, after].find((each) => offsetAt(local - each, zone) === each) ?? before;
  return local - offset;
}

/**
 * How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. `Intl` can only format, so the local
 * time is formatted, read again as if it were UTC, and compared with the instant.
 */
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
