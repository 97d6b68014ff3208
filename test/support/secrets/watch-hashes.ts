import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { note, type Secret } from './used.ts';

/**
 * Notes the secrets that this process hashes, wherever they come from, including generated ones. The other watchers
 * complement it, because a secret that is stored in clear is never hashed.
 */
export function watchHashes(): void {
  crypto.hash = new Proxy(crypto.hash, {
    apply(hash, self, args) {
      const [, text] = args;
      if (typeof text === 'string') note(secretsIn(text));
      return Reflect.apply(hash, self, args);
    },
  });
  syncBuiltinESMExports();
}

/** Recognized by form: see `token.ts`, `claim-token.ts` and `claims.ts` of the service. */
function secretsIn(text: string): Secret[] {
  if (text.startsWith('ot_live_')) return [{ kind: 'API key', value: text }];
  if (/^[\w-]{43}$/.test(text)) return [{ kind: 'claim token', value: text }];
  const [, value] = /^[^\0]*\0key\0(.+)$/s.exec(text) ?? [];
  return value === undefined ? [] : [{ kind: 'idempotency key', value }];
}
