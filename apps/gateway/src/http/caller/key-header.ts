import type { IncomingMessage } from 'node:http';

/** Such as `Basic dXNlcjpwYXNz`, which a browser sends for a proxy in front of the gateway. */
const otherScheme = /^(?!bearer )[\w-]+ +\S/i;

/**
 * The API key of a request in the form of an `Authorization` header, well-formed or not; undefined without one. A request
 * has one `Authorization`, so where a proxy needs it for another scheme, the key is in `X-API-Key`.
 */
export function keyHeaderOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const { authorization, 'x-api-key': key } = headers;
  if (authorization !== undefined && !otherScheme.test(authorization)) return authorization;
  return key === undefined ? undefined : `Bearer ${String(key)}`;
}

/** As {@link keyHeaderOf}. Exporters for Langfuse send the key as the password of `Basic`, behind a name that does not count. */
export function exporterKeyHeaderOf(incoming: Pick<IncomingMessage, 'headers'>): string | undefined {
  const [, credentials] = /^basic +(\S+)$/i.exec(incoming.headers.authorization ?? '') ?? [];
  if (credentials === undefined || incoming.headers['x-api-key'] !== undefined) return keyHeaderOf(incoming);
  const text = Buffer.from(credentials, 'base64').toString();
  return `Bearer ${text.slice(text.indexOf(':') + 1)}`;
}
