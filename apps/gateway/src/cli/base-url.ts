import type { Settings } from '../process/settings.ts';

/** Addresses that browsers on this machine reach as `localhost`. */
const localHosts = ['0.0.0.0', '::', 'localhost', '127.0.0.1', '::1'];

export function baseUrl({ publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? `http://${localHosts.includes(host) ? 'localhost' : inUrl(host)}:${port}`;
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
