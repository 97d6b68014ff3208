import { toServerUrl } from '@outturn/transport';
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
  if (!/^\s*[!-~]+\s*$/.test(apiKey)) throw new TypeError('apiKey has invalid characters');
  const { origin, pathname } = toServerUrl('baseUrl', baseUrl);
  return {
    apiKey,
    // Paths include the version; the specification's base URL does too.
    url: origin + pathname.replace(/(\/v1)?\/*$/, ''),
    // Resolved per call, and called without a receiver, which browsers require.
    fetch: send ?? ((...args: Parameters<typeof fetch>) => fetch(...args)),
  };
}

export type Defaults = { server: Server; timeout: number; retries: number; hooks: Hooks };

/** Sends requests with retries, and tells the hooks. */
export function sender({ server, timeout, retries, hooks }: Defaults): Send {
  return (request, { signal, ...own }: CallOptions = {}) => {
    const { onRetry, ...seen } = joinHooks(hooks, own);
    const limits = { timeout: own.timeout ?? timeout, retries: own.retries ?? retries, signal };
    return retrying(() => exchange(server, request, { ...limits, ...seen }), {
      ...limits,
      onRetry: (retry) => onRetry({ ...describe(request), ...retry }),
    });
  };
}
