import { LRUCache } from 'lru-cache';
import { databaseTime } from '../../base/clock.ts';
import { OutturnError, toOutturnError } from '../../base/errors.ts';
import type { KeyPrincipal, Plan, Principal } from '../../base/principal.ts';
import type { Scope } from '../../base/scopes.ts';
import type { Database } from '../../database/database.ts';
import { namesOf } from '../../database/entity-metadata.ts';
import { Developer } from '../developers/developer.entity.ts';
import { ApiKey } from './api-key.entity.ts';
import { allowedScopes } from './key-scopes.ts';
import { hashToken, tokenOfHeader } from './token.ts';

/** Milliseconds before a cached key is read again, in case a notice was lost. */
const TTL = 10_000;
/** Milliseconds of refusing an unknown key without a look-up. */
const UNKNOWN_TTL = 2_000;
/** Milliseconds between updates of a key's last use. */
const LAST_USED_EVERY = 60_000;
/** Longer headers have needless spaces, and are not cached. */
const MAX_REMEMBERED = 100;

const keys = namesOf(ApiKey);
const k = namesOf(ApiKey, 'k');
const d = namesOf(Developer, 'd');

type Entry = { principal: KeyPrincipal; expiresAt: number; usedAt: number };

/** Admits a look-up, or resolves to the error. */
export type AdmitLookUp = () => Promise<OutturnError | { giveBack(): Promise<void> }>;

/** Authenticates an `Authorization` header, mostly from its cache. */
export class Authenticator {
  readonly #database: Database;
  readonly #scopes: readonly Scope[];
  /** By the whole header, which saves parsing and hashing. */
  readonly #entries = new LRUCache<string, Entry>({ max: 10_000, ttl: TTL, ttlResolution: 100 });
  /** By hash. */
  readonly #unknown = new LRUCache<string, true>({ max: 10_000, ttl: UNKNOWN_TTL });
  /** Hashes of keys found before: their look-ups need no admission. */
  readonly #proven = new LRUCache<string, true>({ max: 10_000 });
  /** Incremented by each notice, so that look-ups begun before are repeated. */
  #forgotten = 0;
  /** Coalesces look-ups of the same key. */
  readonly #lookups = new Map<string, Promise<Entry | undefined>>();

  /** `scopes`: those that full access grants. */
  constructor(database: Database, scopes: readonly Scope[]) {
    this.#scopes = scopes;
    this.#database = database;
  }

  known(header: string | null | undefined): Principal | undefined {
    const entry = header == null ? undefined : this.#entries.get(header);
    return entry && this.#principalOf(entry);
  }

  /**
   * Returns errors, thrown where the caller is identified. `admit` precedes look-ups of unknown keys, and is undone
   * for existing ones.
   */
  async authenticate(
    header: string | null | undefined,
    admit?: AdmitLookUp,
  ): Promise<Principal | OutturnError> {
    const known = this.known(header);
    if (known) return known;
    try {
      const entry = header == null ? undefined : await this.#lookUp(header, admit);
      return (entry && this.#principalOf(entry)) ?? new OutturnError('Unauthorized');
    } catch (cause) {
      return toOutturnError(cause);
    }
  }

  /** One key or all. */
  forget(apiKeyId?: string): void {
    this.#forgotten++;
    if (!apiKeyId) this.#entries.clear();
    for (const [header, { principal }] of this.#entries.entries()) {
      if (principal.apiKeyId === apiKeyId) this.#entries.delete(header);
    }
  }

  async #lookUp(header: string, admit: AdmitLookUp | undefined): Promise<Entry | undefined> {
    const token = tokenOfHeader(header);
    if (token === undefined) return undefined;
    const hash = hashToken(token).toString('base64');
    const isFree = this.#proven.has(hash) || this.#unknown.has(hash) || this.#lookups.has(hash);
    if (isFree || !admit) return this.#share(header, hash);
    const admission = await admit();
    if (admission instanceof OutturnError) throw admission;
    const entry = await this.#share(header, hash);
    if (entry) void admission.giveBack();
    return entry;
  }

  async #share(header: string, hash: string): Promise<Entry | undefined> {
    if (this.#unknown.has(hash)) return undefined;
    const running = this.#lookups.get(hash);
    if (running) return running;
    const lookup = this.#read(header, hash).finally(() => this.#lookups.delete(hash));
    this.#lookups.set(hash, lookup);
    return lookup;
  }

  async #read(header: string, hash: string): Promise<Entry | undefined> {
    const forgotten = this.#forgotten;
    const [row] = await this.#database.quick(
      'api_key_by_hash',
      `select ${k.id}, ${k.developerId}, ${d.plan}, array_to_string(${k.scopes}, ' '),
         (extract(epoch from ${k.expiresAt}) * 1000)::bigint, (extract(epoch from ${k.lastUsedAt}) * 1000)::bigint
       from ${k} join ${d} on ${d.id} = ${k.developerId}
       where ${k.hash} = $1 and ${k.revokedAt} is null and (${k.expiresAt} is null or ${k.expiresAt} > now())`,
      [Buffer.from(hash, 'base64')],
    );
    // A notice arrived meanwhile.
    if (forgotten !== this.#forgotten) return this.#read(header, hash);
    if (!row) {
      this.#unknown.set(hash, true);
      this.#proven.delete(hash);
      return undefined;
    }
    this.#proven.set(hash, true);
    const [apiKeyId, developerId, plan, scopes, expiresAt, usedAt] = row as [
      string,
      string,
      Plan,
      ...string[],
    ];
    const entry: Entry = {
      principal: {
        kind: 'api-key',
        apiKeyId,
        developerId,
        plan,
        scopes: allowedScopes(scopes?.split(' ') ?? [], this.#scopes),
      },
      expiresAt: expiresAt == null ? Number.POSITIVE_INFINITY : Number(expiresAt),
      usedAt: Number(usedAt ?? 0),
    };
    if (header.length <= MAX_REMEMBERED) this.#entries.set(header, entry);
    return entry;
  }

  /** Undefined if expired. */
  #principalOf(entry: Entry): Principal | undefined {
    if (entry.expiresAt <= databaseTime()) return undefined;
    this.#updateLastUsed(entry);
    return entry.principal;
  }

  #updateLastUsed(entry: Entry): void {
    const now = databaseTime();
    if (now - entry.usedAt < LAST_USED_EVERY) return;
    entry.usedAt = now;
    // A lost update must not fail the call.
    const sql = `update ${keys} set ${keys.lastUsedAt} = now() where ${keys.id} = $1`;
    void this.#database.quick('api_key_used', sql, [entry.principal.apiKeyId]).catch(() => undefined);
  }
}
