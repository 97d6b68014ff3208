import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { note, type Secret } from './used.ts';

/**
 * Notes the secrets that this process hashes: however they came in, and those that it makes itself. Not the only watch,
 * since a secret that is stored as it is would escape it.
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

/** By what they look like: `token.ts`, `claim-token.ts` and `claims.ts` of the service. */
function secretsIn(text: string): Secret[] {
  if (text.startsWith('ot_live_')) return [{ kind: 'API key', value: text }];
  if (/^[\w-]{43}$/.test(text)) return [{ kind: 'claim token', value: text }];
  const [, value] = /^[^\0]*\0key\0(.+)$/s.exec(text) ?? [];
  return value === undefined ? [] : [{ kind: 'idempotency key', value }];
}
