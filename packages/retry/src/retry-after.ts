/** In milliseconds; calls fail beyond it. */
export const LONGEST_RETRY_AFTER = 60_000;

/** Takes seconds or a date (RFC 9110); returns milliseconds. */
export function readRetryAfter(header: string | null | undefined): number | undefined {
  if (header == null) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
