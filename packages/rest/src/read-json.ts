import { type Exchange, isJsonType, notJson, OutturnError } from '@outturn/service';

/**
 * The JSON body of a request. Throws `Invalid Request` for another content type and `Invalid JSON` for text that is not
 * JSON, beside what `readText` throws.
 */
export async function readJson({ header, readText }: Exchange, limit: number): Promise<unknown> {
  if (!isJsonType(header?.('content-type'))) throw notJson();
  const text = await readText(limit);
  if (text === '') throw new OutturnError('Invalid JSON', { message: 'The request body is empty.' });
  try {
    return JSON.parse(text);
  } catch {
    throw new OutturnError('Invalid JSON');
  }
}
