import type { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { OutturnError, usedElsewhere } from '../base/errors.ts';
import { namesOf } from '../database/entity-metadata.ts';
import { type Claim, fingerprint, hashIdempotencyKey } from '../ledger/idempotency-claims.ts';
import { IdempotencyKey } from '../ledger/idempotency-key.entity.ts';
import type { Command } from './define.ts';
import { Rendered } from './rendered.ts';
import type { Execution, Runtime, WriteCall } from './runtime.ts';
import { expiresAt, noteAnswer, RETENTION_DAYS } from './stored-answers.ts';

const names = namesOf(IdempotencyKey);

type CommandClaim = Claim & { readonly operation: string };

/** Thrown to roll back. The stored answer is then read outside the transaction. */
class AlreadyClaimed extends Error {}

/** Claim, command and stored answer are one transaction. */
export async function executeCommand<T>(
  runtime: Runtime,
  operation: Command<string, z.ZodType, z.ZodType>,
  { principal, idempotencyKey }: WriteCall,
  input: unknown,
): Promise<Execution<T>> {
  const { developerId } = principal;
  const { database, dimensions, documents, kinds, lockCaller } = runtime;
  const lockedCaller = principal.kind === 'session' && !operation.changesDeveloper ? principal : undefined;
  // T is the type of the output schema.
  const run = async (em: EntityManager) =>
    (await operation.run(
      { em, schema: database.schema, dimensions, documents, kinds, principal },
      input,
    )) as T;
  if (idempotencyKey === undefined) {
    const work = async (tx: EntityManager) => {
      if (lockedCaller) await lockCaller(tx, lockedCaller);
      return run(tx);
    };
    const value = await database.measure('command', () => database.transactional(work));
    return { output: Rendered.of(value), replayed: false };
  }
  const claim = {
    keyHash: hashIdempotencyKey(developerId, idempotencyKey),
    fingerprint: fingerprint(operation.name, input as object),
    operation: operation.name,
  };
  const work = async (tx: EntityManager) => {
    if (lockedCaller) await lockCaller(tx, lockedCaller);
    if (!(await claimKey(tx, developerId, claim))) throw new AlreadyClaimed();
    const rendered = Rendered.of(await run(tx));
    // A failure to serialise must roll back.
    const { text } = rendered;
    await tx.flush();
    if (operation.isShownOnce) return rendered;
    await tx.nativeUpdate(IdempotencyKey, { developerId, keyHash: claim.keyHash }, { response: text });
    const id = operation.shownRow?.(rendered.value);
    if (id !== undefined) await noteAnswer(tx, { developerId, id }, claim.keyHash);
    return rendered;
  };
  const output = await database.measure('command', () => database.transactional(work).catch(noneWhenClaimed));
  if (output) return { output, replayed: false };
  return { output: await readResponse<T>(runtime, operation, developerId, claim), replayed: true };
}

function noneWhenClaimed(error: unknown): undefined {
  if (!(error instanceof AlreadyClaimed)) throw error;
}

/** Waits for another transaction with the key; replaces an expired key. */
async function claimKey(em: EntityManager, developerId: string, claim: CommandClaim): Promise<boolean> {
  // No `now()` in the condition: Citus accepts only immutable functions there.
  const rows = await em
    .createQueryBuilder(IdempotencyKey)
    .insert({ developerId, ...claim, expiresAt: expiresAt(), response: null })
    .onConflict(['developerId', 'keyHash'])
    .merge(['fingerprint', 'operation', 'expiresAt', 'response'])
    .where(`excluded.${names.expiresAt} - ${names}.${names.expiresAt} > interval '${RETENTION_DAYS} days'`)
    .returning('keyHash')
    .execute<unknown[]>('all');
  return rows.length === 1;
}

async function readResponse<T>(
  runtime: Runtime,
  { isShownOnce }: Pick<Command<string, z.ZodType, z.ZodType>, 'isShownOnce'>,
  developerId: string,
  claim: CommandClaim,
): Promise<Rendered<T>> {
  const key = await runtime.database.fork().findOne(IdempotencyKey, { developerId, keyHash: claim.keyHash });
  // Only claims of records name one.
  if (key?.recordId) throw usedElsewhere();
  if (key?.fingerprint.replaceAll('-', '') !== claim.fingerprint) {
    if (key?.operation && key.operation !== claim.operation) throw usedElsewhere();
    const unless = key?.operation ? '' : ' or for another operation';
    throw new OutturnError('Idempotency Key Reused', {
      message: `This idempotency key was used before with different input${unless}. Use a new key.`,
    });
  }
  if (key.response == null && !isShownOnce) throw new OutturnError('Not Found');
  if (key.response == null) {
    throw new OutturnError('Idempotency Key Reused', {
      message: 'A request with this idempotency key has succeeded, and its response is shown only once.',
    });
  }
  return new Rendered<T>(key.response);
}
