import type { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { OutturnError, usedElsewhere } from '../base/errors.ts';
import { namesOf } from '../database/entity-metadata.ts';
import { IdempotencyKey } from '../ledger/idempotency-key.entity.ts';
import { fingerprint, hashIdempotencyKey, type Reservation } from '../ledger/reservations.ts';
import type { Command } from './define.ts';
import { Rendered } from './rendered.ts';
import type { Execution, Runtime, WriteCall } from './runtime.ts';
import { expiresAt, RETENTION_DAYS } from './stored-answers.ts';

const names = namesOf(IdempotencyKey);

type CommandReservation = Reservation & { readonly operation: string };

/** Thrown to roll back. The stored answer is then read outside the transaction. */
class AlreadyReserved extends Error {}

/** Reservation, command and stored answer are one transaction. */
export async function executeCommand<T>(
  runtime: Runtime,
  operation: Command<string, z.ZodType, z.ZodType>,
  { principal, idempotencyKey }: WriteCall,
  input: unknown,
): Promise<Execution<T>> {
  const { developerId } = principal;
  const { database, dimensions, documents, repricer, questions, scopes, lockCaller } = runtime;
  const lockedCaller = principal.kind === 'session' && !operation.changesDeveloper ? principal : undefined;
  // T is the type of the output schema.
  const run = async (em: EntityManager) =>
    (await operation.run({ em, dimensions, documents, repricer, questions, scopes, principal }, input)) as T;
  const committed = () => {
    if (operation.changesPrices) runtime.prices.forget(developerId);
  };
  // A transaction would be open for as long as it reads, and a repetition changes nothing, either.
  if (operation.changesNothing?.(input))
    return { output: Rendered.of(await run(database.fork())), replayed: false };
  if (idempotencyKey === undefined) {
    const work = async (tx: EntityManager) => {
      if (lockedCaller) await lockCaller(tx, lockedCaller);
      return run(tx);
    };
    const value = await database.measure('command', () => database.transactional(work));
    committed();
    return { output: Rendered.of(value), replayed: false };
  }
  const reservation = {
    keyHash: hashIdempotencyKey(developerId, idempotencyKey),
    fingerprint: fingerprint(operation.name, input as object),
    operation: operation.name,
  };
  const work = async (tx: EntityManager) => {
    if (lockedCaller) await lockCaller(tx, lockedCaller);
    if (!(await reserveKey(tx, developerId, reservation))) throw new AlreadyReserved();
    const rendered = Rendered.of(await run(tx));
    // A failure to serialise must roll back.
    const { text } = rendered;
    await tx.flush();
    if (operation.isShownOnce) return rendered;
    const answer = { response: text, shownRowId: operation.shownRow?.(rendered.value) ?? null };
    await tx.nativeUpdate(IdempotencyKey, { developerId, keyHash: reservation.keyHash }, answer);
    return rendered;
  };
  const output = await database.measure('command', () =>
    database.transactional(work).catch(noneWhenReserved),
  );
  committed();
  if (output) return { output, replayed: false };
  return { output: await readResponse<T>(runtime, operation, developerId, reservation), replayed: true };
}

function noneWhenReserved(error: unknown): undefined {
  if (!(error instanceof AlreadyReserved)) throw error;
}

/** Waits for another transaction with the key; replaces an expired key. */
async function reserveKey(
  em: EntityManager,
  developerId: string,
  reservation: CommandReservation,
): Promise<boolean> {
  // The new row expires in 30 days, so the old one has expired if it expires more than 30 days before the new one. The
  // condition has no `now()`, because Citus accepts only immutable functions there.
  const rows = await em
    .createQueryBuilder(IdempotencyKey)
    .insert({ developerId, ...reservation, expiresAt: expiresAt(), response: null, shownRowId: null })
    .onConflict(['developerId', 'keyHash'])
    .merge(['fingerprint', 'operation', 'expiresAt', 'response', 'shownRowId'])
    .where(`excluded.${names.expiresAt} - ${names}.${names.expiresAt} > interval '${RETENTION_DAYS} days'`)
    .returning('keyHash')
    .execute<unknown[]>('all');
  return rows.length === 1;
}

async function readResponse<T>(
  runtime: Runtime,
  { isShownOnce }: Pick<Command<string, z.ZodType, z.ZodType>, 'isShownOnce'>,
  developerId: string,
  reservation: CommandReservation,
): Promise<Rendered<T>> {
  const key = await runtime.database
    .fork()
    .findOne(IdempotencyKey, { developerId, keyHash: reservation.keyHash });
  // Reservations of records name no operation.
  if (key && key.operation !== reservation.operation) throw usedElsewhere();
  if (key?.fingerprint.replaceAll('-', '') !== reservation.fingerprint)
    throw new OutturnError('Idempotency Key Reused', {
      message: 'This idempotency key was used before with different input. Use a new key.',
    });
  if (key.response == null && !isShownOnce) throw new OutturnError('Not Found');
  if (key.response == null) {
    throw new OutturnError('Idempotency Key Reused', {
      message: 'A request with this idempotency key has succeeded, and its response is shown only once.',
    });
  }
  return new Rendered<T>(key.response);
}
