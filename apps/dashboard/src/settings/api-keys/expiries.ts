const DAY = 86_400_000;

/** The lifetimes of a new key. */
export const expiries = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
] as const;

export type Expiry = (typeof expiries)[number]['value'];

export function expiresAt(expiry: Expiry, now = Date.now()): string | undefined {
  return expiry === 'never' ? undefined : new Date(now + Number(expiry) * DAY).toISOString();
}

/** How long a rotated key keeps working. */
export const graces = [
  { value: '0', label: 'Immediately' },
  { value: '3600', label: 'In an hour' },
  { value: '86400', label: 'In a day' },
  { value: '604800', label: 'In a week' },
] as const;
