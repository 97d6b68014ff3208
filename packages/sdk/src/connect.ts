import type { Send } from './groups.ts';
import { type Hooks, joinHooks } from './hooks.ts';
import type { CallOptions } from './options.ts';
import { retrying } from './retry.ts';
import { describe, exchange, type Server } from './send-request.ts';

export type ServerOptions = {
  apiKey: string | undefined;
  baseUrl: string | URL | undefined;
  fetch?: typeof fetch | undefined;
};

/** Throws TypeError if the API key or the base URL is missing or invalid. */
export function toServer({ apiKey, baseUrl, fetch: send }: ServerOptions): Server {
  if (!apiKey) throw new TypeError('apiKey is missing');
  const { origin, pathname } = toUrl(baseUrl);
  return {
    apiKey,
    // Paths include the version; the specification's base URL does too.
    url: origin + pathname.replace(/(\/v1)?\/*$/, ''),
    // Resolved per call, and called without a receiver, which browsers require.
    fetch: send ?? ((...args: Parameters<typeof fetch>) => fetch(...args)),
  };
}

const example = 'the URL of your Outturn server, such as https://outturn.example.com';

function toUrl(baseUrl: string | URL | undefined): URL {
  if (!baseUrl) throw new TypeError(`baseUrl is missing: pass ${example}`);
  let url: URL | undefined;
  try {
    url = new URL(baseUrl);
  } catch {}
  // `localhost:3000` is a URL too, whose protocol is `localhost:`.
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new TypeError(`baseUrl is ${JSON.stringify(String(baseUrl))}: pass ${example}`);
}

export type Defaults = { timeout: number; retries: number; hooks: Hooks };

/** Sends requests with retries, and tells the hooks. */
export function sender(server: Server, { timeout, retries, hooks }: Defaults): Send {
  return (request, { signal, ...own }: CallOptions = {}) => {
    const { onRetry, ...seen } = joinHooks(hooks, own);
    const limits = { timeout: own.timeout ?? timeout, retries: own.retries ?? retries, signal };
    return retrying(() => exchange(server, request, { ...limits, ...seen }), {
      ...limits,
      onRetry: (retry) => onRetry({ ...describe(request), ...retry }),
    });
  };
}
