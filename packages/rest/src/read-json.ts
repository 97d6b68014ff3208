import { type Exchange, OutturnError } from '@outturn/service';

/**
 * The JSON body of a request. Throws `Invalid Request` for another content type and `Invalid JSON` for text that is not
 * JSON, beside what `readText` throws.
 */
export async function readJson({ header, readText }: Exchange, limit: number): Promise<unknown> {
  const contentType = header?.('content-type');
  if (!contentType || !/^application\/json *(;|$)/i.test(contentType)) {
    throw new OutturnError('Invalid Request', {
      message: 'The body must be JSON, sent with the header Content-Type: application/json.',
    });
  }
  const text = await readText(limit);
  if (text === '') throw new OutturnError('Invalid JSON', { message: 'The request body is empty.' });
  try {
    return JSON.parse(text);
  } catch {
    throw new OutturnError('Invalid JSON');
  }
}
