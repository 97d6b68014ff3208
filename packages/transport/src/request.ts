/** Throws TypeError, which names the option, unless the URL has an origin of HTTP and a path alone. */
export function toServerUrl(option: string, value: string | URL | undefined): URL {
  let url: URL | undefined;
  try {
    url = new URL(value ?? '');
  } catch {}
  // `localhost:3000` is a URL too, whose protocol is `localhost:`.
  if (url && /^https?:$/.test(url.protocol) && url.href === url.origin + url.pathname) return url;
  const given = value ? JSON.stringify(String(value)) : 'missing';
  throw new TypeError(
    `${option} is ${given}: pass the URL of your Outturn server, such as https://outturn.example.com`,
  );
}

/** Aborts the controller with the signal, until the returned function is called. `AbortSignal.any` is missing in Node.js 20.0. */
export function linkSignal(controller: AbortController, signal: AbortSignal | null | undefined): () => void {
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  return () => signal?.removeEventListener('abort', abort);
}

/** Node.js hides the cause behind "fetch failed". */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}

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
