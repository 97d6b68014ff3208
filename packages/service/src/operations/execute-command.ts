import type { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { OutturnError } from '../base/errors.ts';
import type { Database } from '../database/database.ts';
import { type Claim, fingerprint, hashIdempotencyKey } from '../ledger/claims.ts';
import type { Command } from './define.ts';
import { holdDeveloper } from './hold-developer.ts';
import { Rendered } from './rendered.ts';
import type { Execution, Runtime, WriteCall } from './runtime.ts';

/** How long the response of a command is remembered, in milliseconds. */
const RETENTION = 30 * 86_400_000;

/** The claim is taken; the original must be read by a statement of its own. */
class AlreadyClaimed extends Error {}

/** Runs a command in one transaction that also claims its idempotency key and keeps its response. */
export async function executeCommand<T>(
  runtime: Runtime,
  operation: Command<string, z.ZodType, z.ZodType>,
  { principal, idempotencyKey }: WriteCall,
  input: unknown,
): Promise<Execution<T>> {
  const { developerId } = principal;
  const { database, dimensions, documents, kinds } = runtime;
  const holds = principal.kind === 'session' && !operation.changesDeveloper ? principal : undefined;
  // What it answers is of its output schema, whose type T is.
  const run = async (em: EntityManager) =>
    (await operation.run({ em, dimensions, documents, kinds, principal }, input)) as T;
  if (idempotencyKey === undefined) {
    const work = async (tx: EntityManager) => {
      if (holds) await holdDeveloper(tx, holds);
      return run(tx);
    };
    const value = await database.measure('command', () => database.transactional(work));
    return { output: Rendered.of(value), replayed: false };
  }
  const claim = {
    keyHash: hashIdempotencyKey(developerId, idempotencyKey),
    fingerprint: fingerprint(operation.name, input as object),
  };
  const work = async (tx: EntityManager) => {
    if (holds) await holdDeveloper(tx, holds);
    if (!(await claimKey(tx, developerId, claim))) throw new AlreadyClaimed();
    const rendered = Rendered.of(await run(tx));
    // Before the transaction ends: an answer that has no text undoes it.
    const { text } = rendered;
    await tx.flush();
    if (operation.isShownOnce) return rendered;
    await tx.execute('update idempotency_keys set response = ? where developer_id = ? and key_hash = ?', [
      text,
      developerId,
      claim.keyHash,
    ]);
    return rendered;
  };
  const output = await database.measure('command', () => database.transactional(work).catch(noneWhenClaimed));
  if (output) return { output, replayed: false };
  return { output: await readResponse<T>(runtime, developerId, claim), replayed: true };
}

function noneWhenClaimed(error: unknown): undefined {
  if (!(error instanceof AlreadyClaimed)) throw error;
}

/** Removes keys of commands whose retention is over. */
export async function forgetExpiredKeys(database: Database): Promise<void> {
  await database.rows('idempotency_keys_expire', 'delete from idempotency_keys where expires_at < now()', []);
}

/** Waits for another holder of the key to finish; takes over a key that has expired. */
async function claimKey(em: EntityManager, developerId: string, claim: Claim): Promise<boolean> {
  const now = Date.now();
  const rows: unknown[] = await em.execute(
    `insert into idempotency_keys (developer_id, key_hash, fingerprint, expires_at)
     values (?, ?, ?, ?)
     on conflict (developer_id, key_hash) do update
       set fingerprint = excluded.fingerprint, expires_at = excluded.expires_at, response = null
       where idempotency_keys.expires_at < ?::timestamptz
     returning key_hash`,
    [developerId, claim.keyHash, claim.fingerprint, new Date(now + RETENTION), new Date(now)],
  );
  return rows.length === 1;
}

async function readResponse<T>(runtime: Runtime, developerId: string, claim: Claim): Promise<Rendered<T>> {
  const [row] = await runtime.database.quick(
    'command_response',
    `select replace(fingerprint::text, '-', ''), response from idempotency_keys
     where developer_id = $1 and key_hash = $2`,
    [developerId, claim.keyHash],
  );
  if (row?.[0] !== claim.fingerprint) throw new OutturnError('Idempotency Key Reused');
  if (row[1] == null) {
    throw new OutturnError('Idempotency Key Reused', {
      message: 'This was done before under this idempotency key, and its answer is shown only once.',
    });
  }
  return new Rendered<T>(row[1]);
}
