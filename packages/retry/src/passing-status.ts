/** Whether a call with this HTTP status can be retried. */
export function isPassingStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}
