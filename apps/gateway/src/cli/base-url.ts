import type { Settings } from '../process/settings.ts';

/** Listening on these is being there as `localhost`. */
const here = ['0.0.0.0', '::', 'localhost', '127.0.0.1', '::1'];

/** Where people reach the gateway: what links that it prints begin with. */
export function baseUrl({ publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? `http://${here.includes(host) ? 'localhost' : inUrl(host)}:${port}`;
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
