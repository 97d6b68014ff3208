/** Calls a function of the caller. Neither its error nor its rejection may end a call or the process. */
export function callHook<Info>(
  hook: ((info: Info) => unknown) | undefined,
  info: Info,
  failed = (error: unknown) => console.error('A hook of the Outturn client failed', error),
): void {
  try {
    Promise.resolve(hook?.(info)).catch(failed);
  } catch (error) {
    failed(error);
  }
}
