import fc from 'fast-check';

/**
 * Zones and days with an unusual change of clocks, and one without any. A record may be at most a day in the future, so each
 * day lies further in the past than `instantNear` reaches.
 */
export const scenes = [
  { day: '2024-06-15', timeZone: 'UTC' },
  { day: '2024-03-31', timeZone: 'Europe/Berlin' },
  { day: '2024-10-27', timeZone: 'Europe/Berlin' },
  { day: '1986-01-01', timeZone: 'Asia/Kathmandu' },
  { day: '2024-06-30', timeZone: 'Asia/Kathmandu' },
  { day: '2024-04-07', timeZone: 'Australia/Lord_Howe' },
  { day: '2024-10-06', timeZone: 'Australia/Lord_Howe' },
  { day: '2006-10-29', timeZone: 'America/St_Johns' },
  { day: '2011-12-30', timeZone: 'Pacific/Apia' },
  { day: '1971-06-01', timeZone: 'Africa/Monrovia' },
  { day: '1972-01-07', timeZone: 'Africa/Monrovia' },
  { day: '2018-11-04', timeZone: 'America/Sao_Paulo' },
  { day: '2018-02-18', timeZone: 'America/Sao_Paulo' },
  { day: '2018-05-05', timeZone: 'Asia/Pyongyang' },
  { day: '2024-11-03', timeZone: 'America/Havana' },
  { day: '2024-03-31', timeZone: 'Asia/Beirut' },
] as const;

export type Scene = (typeof scenes)[number];

const QUARTER = 900_000;
const DAY = 96 * QUARTER;

/** Instants around a day, preferring the edges of quarters of an hour; some months away. */
export function instantNear({ day }: Scene): fc.Arbitrary<string> {
  const quarter = fc.integer({ min: -3 * 96, max: 4 * 96 });
  const beside = fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: 0, max: QUARTER - 1 }));
  const days = fc.oneof(
    { arbitrary: fc.constant(0), weight: 4 },
    { arbitrary: fc.integer({ min: -400, max: 400 }), weight: 1 },
  );
  return fc
    .tuple(days, quarter, beside)
    .map(([away, quarters, rest]) => Date.parse(day) + away * DAY + quarters * QUARTER + rest)
    .map((time) => new Date(Math.max(0, time)).toISOString());
}

const isoDay = (time: number) => new Date(Math.max(0, time)).toISOString().slice(0, 10);

export type WindowKind = { window: { from: string; to: string }; isShort: boolean };

/** Local days, months, years and uneven instants around a day. Short windows may be split into hours. */
export function windowNear(scene: Scene): fc.Arbitrary<WindowKind> {
  const at = Date.parse(scene.day);
  const ordered = (from: string, to: string, isShort: boolean) => ({ window: { from, to }, isShort });
  const days = (most: number, isShort: boolean) =>
    fc
      .tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 2, max: most }))
      .map(([before, after]) => ordered(isoDay(at - before * DAY), isoDay(at + after * DAY), isShort));
  const months = fc.tuple(fc.nat({ max: 6 }), fc.integer({ min: 1, max: 7 })).map(([before, after]) => {
    const month = (away: number) => {
      const date = new Date(scene.day);
      return isoDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + away, 1));
    };
    return ordered(month(-before), month(after), false);
  });
  const odd = fc.tuple(instantNear(scene), instantNear(scene), fc.boolean()).map(([one, two, isToday]) => {
    const late = isToday ? `${scene.day}T10:07:03.123Z` : two;
    const [from, to] = one < late ? [one, late] : [late, one];
    const end = from === to ? new Date(Date.parse(to) + 1).toISOString() : to;
    return ordered(from, end, Date.parse(end) - Date.parse(from) < 5 * DAY);
  });
  return fc.oneof(days(2, true), days(40, false), months, odd);
}
