import type { IncomingMessage } from 'node:http';
import { acceptedEncoding, compress } from '../static/compression.ts';

/**
 * Excludes mutations, whose responses can contain a secret beside text of the caller: the compressed length would reveal it.
 */
export async function compressForBrowser(incoming: IncomingMessage, answer: Response): Promise<Response> {
  const { method, headers } = incoming;
  if (method !== 'GET' || headers.cookie === undefined || headers.authorization !== undefined) return answer;
  // Streams have this directive.
  if (answer.headers.get('cache-control')?.includes('no-transform')) return answer;
  if (answer.headers.get('content-type') !== 'application/json') return answer;
  const encoding = acceptedEncoding(String(headers['accept-encoding'] ?? ''));
  if (!encoding) return answer;
  const plain = Buffer.from(await answer.arrayBuffer());
  const bytes = await compress(encoding, plain);
  const { status } = answer;
  const sent = new Headers(answer.headers);
  sent.delete('Content-Length');
  if (bytes) sent.set('Content-Encoding', encoding);
  return new Response(bytes ?? plain, { status, headers: sent });
}
