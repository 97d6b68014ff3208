import { type Exchange, isJsonType, notJson, OutturnError } from '@outturn/service';

/** Throws `Invalid Request` for other content types and `Invalid JSON` for invalid text, and errors of `readText`. */
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
