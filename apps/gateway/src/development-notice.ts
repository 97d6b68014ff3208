import type { Settings } from './settings.ts';

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i;

/** What a start in development mode tells: who reaches what is not for production. Undefined in production. */
export function developmentNotice({
  isDevelopment,
  host,
}: Pick<Settings, 'isDevelopment' | 'host'>): string | undefined {
  if (!isDevelopment) return undefined;
  const mode = 'Development mode: GraphiQL and introspection are on';
  if (!loopback.test(host))
    return `${mode} for everyone who reaches ${host}. Set NODE_ENV=production to turn them off.`;
  return `${mode}, and only this machine can connect. Set NODE_ENV=production, or HOST=0.0.0.0, to let other machines connect.`;
}
