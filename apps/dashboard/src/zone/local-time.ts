import { instantAt, wallTimeAt } from './wall-time.ts';

/** An instant as fields of the type `datetime-local` have it: `2026-01-31T09:05`. */
export function toLocalTime(instant: number, zone: string): string {
  const { day, minute } = wallTimeAt(instant, zone);
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${day}T${hours}:${minutes}`;
}

export function isLocalTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text);
}

export function fromLocalTime(text: string, zone: string): number {
  const [day = '', time = ''] = text.split('T');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return instantAt({ day, minute: hours * 60 + minutes }, zone);
}
