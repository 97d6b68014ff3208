import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';

export type Answer = {
  status: number;
  location: string | undefined;
  body: string;
  /** End of the certificate; undefined without TLS. */
  validTo: Date | undefined;
};

/** Milliseconds. */
const TIMEOUT = 3_500;

/** One request on a connection of its own, without following redirects, unlike `fetch`, which hides the certificate. */
export async function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  const sent = request(url, { agent: false, headers, signal: AbortSignal.timeout(TIMEOUT) });
  // The response reports a failure after it has begun.
  sent.on('error', () => undefined);
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode = 0, headers: received, socket } = response;
  const validTo = socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : undefined;
  return { status: statusCode, location: received.location, body: await text(response), validTo };
}

const unresolved = ['ENOTFOUND', 'EAI_AGAIN'];
const invalid = /^ERR_TLS|CERT|SIGNATURE|ISSUER/;

export function explainFailure(publicUrl: string, cause: unknown): string {
  const { name, code = name, message } = cause as NodeJS.ErrnoException;
  const why = code === 'ABORT_ERR' ? `no answer within ${TIMEOUT / 1000} seconds` : message || code;
  const { hostname } = new URL(publicUrl);
  if (unresolved.includes(code))
    return `The name of PUBLIC_URL (${publicUrl}) cannot be resolved here (${code}). Make a DNS record for ${hostname}, or correct it.`;
  if (code === 'CERT_HAS_EXPIRED')
    return `The certificate of PUBLIC_URL (${publicUrl}) has expired. Renew it.`;
  if (invalid.test(code))
    return `The certificate of PUBLIC_URL (${publicUrl}) is not valid (${code}). Install one for ${hostname} with its whole chain; name an authority of your own in NODE_EXTRA_CA_CERTS.`;
  return `PUBLIC_URL (${publicUrl}) cannot be reached from this machine: ${why}. Start the gateway and the proxy, or open the port.`;
}
