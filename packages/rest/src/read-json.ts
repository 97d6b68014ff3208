import { OutturnError, type ReadText } from '@outturn/service';

/**
 * The JSON body of a request. Throws `Invalid Request` for another content type and `Invalid JSON` for text that is not
 * JSON, beside what `readText` throws.
 */
export async function readJson(request: Request, readText: ReadText, limit: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json *(;|$)/i.test(type)) {
    throw new OutturnError('Invalid Request', {
      message: 'The body must be JSON, sent with the header Content-Type: application/json.',
    });
  }
  const text = await readText(request, limit);
  if (text === '') throw new OutturnError('Invalid JSON', { message: 'The request body is empty.' });
  try {
    return JSON.parse(text);
  } catch {
    throw new OutturnError('Invalid JSON');
  }
}
