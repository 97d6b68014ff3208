/** Marks a key that is written in base64url. */
const MARK = '~';

/**
 * A key as a part of the path of a page. Proxies refuse or decode some letters there, even percent-encoded, so keys with
 * one are written in base64url: `a/b` is `~YS9i`.
 */
export function toPathKey(key: string): string {
  const isPlain = !/[/\\%#?;]|^[.~]/.test(key);
  return isPlain
    ? key
    : MARK + new TextEncoder().encode(key).toBase64({ alphabet: 'base64url', omitPadding: true });
}

/** The key of a part of a path. Addresses that were written by hand may have any key. */
export function fromPathKey(part: string): string {
  if (!part.startsWith(MARK) || part === MARK) return part;
  try {
    const bytes = Uint8Array.fromBase64(part.slice(MARK.length), { alphabet: 'base64url' });
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return part;
  }
}
