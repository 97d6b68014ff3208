import { isLoopbackName } from '../http/loopback.ts';
import type { Settings } from './settings.ts';

export function developmentNotice({
  isDevelopment,
  host,
}: Pick<Settings, 'isDevelopment' | 'host'>): string | undefined {
  if (!isDevelopment) return undefined;
  const mode = 'Development mode: GraphiQL and introspection are on';
  if (!isLoopbackName(host))
    return `${mode} for every machine that can connect (HOST is ${host}). Set NODE_ENV=production to turn them off.`;
  return `${mode}, and only this machine can connect. Set NODE_ENV=production, or HOST=0.0.0.0, to let other machines connect.`;
}
