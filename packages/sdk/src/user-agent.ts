/** Equals that of the package, as a test checks. */
const VERSION = '1.0.0';

/** Browsers name themselves; in calls to other origins some of them would ask whether the header is allowed. */
export function userAgent(): { 'user-agent'?: string } {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return navigator?.userAgent?.startsWith('Mozilla/') ? {} : { 'user-agent': `outturn-sdk/${VERSION}` };
}
