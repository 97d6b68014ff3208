import type { IncomingMessage } from 'node:http';
import { keyHeaderOf } from '../caller/key-header.ts';
import { acceptedEncoding, compress } from '../static/compression.ts';

/**
 * Compresses what pages of the dashboard read. Mutations are never compressed: their answers can have a secret, such
 * as a new key, beside text that the caller chooses, and the compressed length would tell by how much the two agree.
 */
export async function compressForBrowser(incoming: IncomingMessage, answer: Response): Promise<Response> {
  const { method, headers } = incoming;
  if (method !== 'GET' || headers.cookie === undefined || keyHeaderOf(incoming) !== undefined) return answer;
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
