import { z } from 'zod';
import { databaseTime } from '../base/clock.ts';
import { hint } from '../schema/error-message.ts';
import { Instant, noSuchDay } from '../schema/instant.ts';
import { scalars } from '../schema/scalars-and-samples.ts';
import { text } from '../schema/text.ts';
import { type Calendar, isTimeZone, steps, toDay, toInstant } from './calendar.ts';
import { type AskedWindow, currentMinute, toWindow } from './windows.ts';

/** Calendars count back that many years. */
const MAX_LAST = 100_000;

const dayOrInstant = hint((input) => {
  const isDay = typeof input === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(input);
  const missing = isDay ? noSuchDay(input.slice(0, 10)) : undefined;
  const text = 'must be a day such as "2026-01-31" or an instant with a time zone';
  return missing ? `${missing}; it ${text}` : text;
});
const DayOrInstant = z
  .union([z.iso.date(dayOrInstant), Instant], dayOrInstant)
  .refine((value) => value >= '1970' && value.length <= 24, { error: 'must lie in the years 1970 to 9999' })
  .register(scalars, { scalar: 'DayOrInstant' });

export const TimeStep = z.enum(steps);

const lastRange = hint(`must be a whole number from 1 to ${MAX_LAST}`);

export const Window = z
  .strictObject({
    from: DayOrInstant.optional().meta({
      description: 'Its first local day, or the instant at which it starts. Requires to.',
    }),
    to: DayOrInstant.optional().meta({
      description:
        'The local day after its last one, or the instant at which it ends. Exclusive. Requires from.',
    }),
    untilNow: z.boolean().optional().meta({
      description: 'Beside from and to: whether a window that is running ends with the current minute.',
    }),
    last: z
      .int(lastRange)
      .min(1, lastRange)
      .max(MAX_LAST, lastRange)
      .optional()
      .meta({
        description:
          'How many units until now. Days and longer ones are whole local ones, the current one included; hours count back from the end of the current minute. Requires unit.',
      })
      .register(scalars, { scalar: 'Count' }),
    unit: TimeStep.optional().meta({ description: 'The unit of last. Requires last.' }),
    this: TimeStep.optional().meta({ description: 'The current hour, day, week and so on, until now.' }),
    previous: TimeStep.optional().meta({
      description: 'The whole hour, day, week and so on before the current one.',
    }),
  })
  .superRefine((window, context) => {
    const problem = formProblem(window);
    if (problem) context.addIssue({ code: 'custom', ...problem });
  })
  .meta({
    description:
      'A span of time in one form: from and to, last and unit, this, or previous. The forms without instants are relative to the clock of the database, in the time zone of the question; a window that is running ends with the current minute.',
  });

const forms = [['from', 'to'], ['last', 'unit'], ['this'], ['previous']] as const;
const FORMS = 'from and to, last and unit, this, or previous';

/** Undefined for a window in exactly one form. */
function formProblem(window: AskedWindow): { path: string[]; message: string } | undefined {
  const isGiven = (name: keyof AskedWindow) => window[name] !== undefined;
  const [form, other] = forms.filter((names) => names.some(isGiven));
  if (!form) return { path: [], message: `must have one of these forms: ${FORMS}` };
  const [name, second] = [form, other].map((names) => names?.find(isGiven));
  if (second) return { path: [second], message: `cannot be given beside ${name}; give one of: ${FORMS}` };
  const missing = form.find((one) => !isGiven(one));
  if (missing) return { path: [missing], message: `is required beside ${name}` };
  if (isGiven('untilNow') && name !== 'from')
    return { path: ['untilNow'], message: 'is for from and to alone' };
  return undefined;
}

export const TimeZone = text(64, 1)
  .refine(isTimeZone, {
    error: 'must be the name of an IANA time zone, such as "Europe/Berlin", or an offset, such as "+05:45"',
  })
  .default('UTC')
  .meta({
    description:
      'Where days, weeks and months are counted: an IANA time zone, or an offset such as "+05:45"; UTC if absent.',
  });

/** A window of a question, and the path of the part that has it. */
export type PlacedWindow = { place: string[]; window: AskedWindow };

/** Refuses windows that end before they begin, or that begin before 1970. */
export function checkWindows(
  windows: readonly PlacedWindow[],
  calendar: Calendar,
  context: z.core.$RefinementCtx,
): void {
  const { timeZone } = calendar;
  // Days need a zone.
  if (!isTimeZone(timeZone)) return;
  const minute = currentMinute(databaseTime());
  for (const { place, window } of windows) {
    const { from, to, last } = window;
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [...place, 'window', field], message });
    if (from !== undefined && to !== undefined) {
      const [start, end] = [toInstant(from, timeZone), toInstant(to, timeZone)];
      // Undefined for a day that is refused already.
      if (start !== undefined && end !== undefined && start >= end) refuse('to', 'must be after from');
    } else if (last !== undefined && !formProblem(window)) {
      const start = toWindow(window, { ...calendar, minute }).from;
      if (toDay(start, timeZone).year < 1970) refuse('last', 'must not reach back beyond 1970');
    }
  }
}
