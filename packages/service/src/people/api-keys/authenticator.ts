import { LRUCache } from 'lru-cache';
import { OutturnError, toOutturnError } from '../../base/errors.ts';
import type { KeyPrincipal, Plan, Principal } from '../../base/principal.ts';
import type { Scope } from '../../base/scopes.ts';
import type { Database } from '../../database/database.ts';
import { namesOf } from '../../database/entity-columns.ts';
import { Developer } from '../developers/developer.entity.ts';
import { ApiKey } from './api-key.entity.ts';
import { allowedScopes } from './key-scopes.ts';
import { hashToken, tokenOfHeader } from './token.ts';

/** Time to live of a remembered key, in milliseconds, in case the notice of its revocation is lost. */
const TTL = 10_000;
/** Time to live of a key that does not exist, in milliseconds. */
const UNKNOWN_TTL = 2_000;
/** Interval between updates of a key's last use, in milliseconds. */
const LAST_USED_EVERY = 60_000;
/** A header has one key but any number of spaces: one that is longer than it need be is looked up each time. */
const MAX_REMEMBERED = 100;

const keys = namesOf(ApiKey);
const k = namesOf(ApiKey, 'k');
const d = namesOf(Developer, 'd');

type Entry = { principal: KeyPrincipal; expiresAt: number; usedAt: number };

/** Admits a look-up that a caller costs, or resolves with the error to answer instead. */
export type AdmitLookUp = () => Promise<OutturnError | { giveBack(): Promise<void> }>;

/** Turns the `Authorization` header into who calls; in the steady state without a database round trip. */
export class Authenticator {
  readonly #database: Database;
  readonly #scopes: readonly Scope[];
  /** By the header as it was sent, so that the next call with it needs neither parsing nor hashing. */
  readonly #entries = new LRUCache<string, Entry>({ max: 10_000, ttl: TTL, ttlResolution: 100 });
  /** Hashes of keys that do not exist: each costs one look-up while it is remembered. */
  readonly #unknown = new LRUCache<string, true>({ max: 10_000, ttl: UNKNOWN_TTL });
  /** Hashes of keys that existed at their last look-up: those are looked up without admission. */
  readonly #proven = new LRUCache<string, true>({ max: 10_000 });
  /** Counts what was forgotten, so that a look-up that was under way meanwhile is not believed. */
  #forgotten = 0;
  /** Requests that arrive together with the same unknown key ask the database once. */
  readonly #lookups = new Map<string, Promise<Entry | undefined>>();

  /** `scopes`: those that keys with full access have. */
  constructor(database: Database, scopes: readonly Scope[]) {
    this.#scopes = scopes;
    this.#database = database;
  }

  /** Returns the caller of a remembered header. */
  known(header: string | null | undefined): Principal | undefined {
    const entry = header == null ? undefined : this.#entries.get(header);
    return entry && this.#principalOf(entry);
  }

  /**
   * Never throws for a bad key: the error is returned, and raised where the caller is identified. `admit` is asked before the
   * look-up of a key that is not known to exist, and gets it back if the key exists.
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

  /** Forgets one key, or all of them: the next call asks the database. */
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
    // The row may be older than a notice that arrived meanwhile.
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

  /** Undefined once the key has expired. */
  #principalOf(entry: Entry): Principal | undefined {
    if (entry.expiresAt <= Date.now()) return undefined;
    this.#noteUse(entry);
    return entry.principal;
  }

  #noteUse(entry: Entry): void {
    const now = Date.now();
    if (now - entry.usedAt < LAST_USED_EVERY) return;
    entry.usedAt = now;
    // A note for people, not a fact: losing one is fine, failing the call for it is not.
    const sql = `update ${keys} set ${keys.lastUsedAt} = now() where ${keys.id} = $1`;
    void this.#database.quick('api_key_used', sql, [entry.principal.apiKeyId]).catch(() => undefined);
  }
}
