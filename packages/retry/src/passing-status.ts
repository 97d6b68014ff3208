/** Whether the same call may succeed later, although it was answered with this HTTP status. */
export function isPassingStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}
