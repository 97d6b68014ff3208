import { type EntityManager, sql } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { OutturnError } from '../base/errors.ts';
import { databaseNow } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { namesOf } from '../database/entity-columns.ts';
import { type Claim, fingerprint, hashIdempotencyKey } from '../ledger/claims.ts';
import { IdempotencyKey } from '../ledger/idempotency-key.entity.ts';
import type { Command } from './define.ts';
import { Rendered } from './rendered.ts';
import type { Execution, Runtime, WriteCall } from './runtime.ts';

/** How long the response of a command is remembered. */
const RETENTION_DAYS = 30;

const names = namesOf(IdempotencyKey);

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
  const { database, dimensions, documents, kinds, holdDeveloper } = runtime;
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
    await tx.nativeUpdate(IdempotencyKey, { developerId, keyHash: claim.keyHash }, { response: text });
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
  await database.fork().nativeDelete(IdempotencyKey, { expiresAt: { $lt: databaseNow() } });
}

/** Waits for another holder of the key to finish; takes over a key that has expired. */
async function claimKey(em: EntityManager, developerId: string, claim: Claim): Promise<boolean> {
  const expiresAt = sql<Date>`now() + ${RETENTION_DAYS} * interval '1 day'`;
  // That the old key has expired, without `now()`: Citus takes nothing but immutable functions here.
  const rows = await em
    .createQueryBuilder(IdempotencyKey)
    .insert({ developerId, ...claim, expiresAt, response: null })
    .onConflict(['developerId', 'keyHash'])
    .merge(['fingerprint', 'expiresAt', 'response'])
    .where(`excluded.${names.expiresAt} - ${names}.${names.expiresAt} > interval '${RETENTION_DAYS} days'`)
    .returning('keyHash')
    .execute<unknown[]>('all');
  return rows.length === 1;
}

async function readResponse<T>(runtime: Runtime, developerId: string, claim: Claim): Promise<Rendered<T>> {
  const key = await runtime.database.fork().findOne(IdempotencyKey, { developerId, keyHash: claim.keyHash });
  if (key?.fingerprint.replaceAll('-', '') !== claim.fingerprint)
    throw new OutturnError('Idempotency Key Reused');
  if (key.response == null) {
    throw new OutturnError('Idempotency Key Reused', {
      message: 'This was done before under this idempotency key, and its answer is shown only once.',
    });
  }
  return new Rendered<T>(key.response);
}
