import type { Settings } from './settings.ts';
import type { Warnings } from './warnings.ts';

export function checkPublicUrl(
  { isDevelopment, publicUrl }: Pick<Settings, 'isDevelopment' | 'publicUrl'>,
  logger: Warnings,
): void {
  if (isDevelopment || publicUrl?.startsWith('https:')) return;
  const found = publicUrl === undefined ? 'not set' : publicUrl;
  logger.warn(
    `PUBLIC_URL is ${found}, so that session cookies are not Secure and pages have no HSTS. Set it to the https:// address at which people reach this server.`,
  );
}
