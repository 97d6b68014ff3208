import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { toOutturnError } from '../base/errors.ts';
import { type Principal, requireScope } from '../base/principal.ts';
import { CORRECTIONS, REPRICINGS } from '../kinds/kind-registry.ts';
import { readCorrections } from '../ledger/correcting/read-corrections.ts';
import { readSteps } from '../ledger/repricing/read-steps.ts';
import { currentSnapshot } from '../live/commit-log.ts';
import { type CommitPosition, decodePosition, encodePosition, MAX_AGE } from '../live/commit-position.ts';
import { CommitReader, type CommittedRecords } from '../live/commit-reader.ts';
import { wakes } from '../live/commit-signals.ts';
import { defineSubscription, type LiveEvent } from '../operations/subscription.ts';
import { readAsRecorded } from '../reading/read-records.ts';
import { CountOut } from '../schema/count.ts';
import { DecimalOut } from '../schema/decimal.ts';
import { RecordId } from '../schema/record-id.ts';
import type { AnyRecordKind } from './definition/define-record-kind.ts';
import { readableKinds } from './readable-kinds.ts';

/** Milliseconds after which a stream looks for records without a notice, in case one was lost. */
const MAX_INTERVAL = 2_000;
/** Milliseconds between two looks at least. */
const MIN_INTERVAL = 20;
/**
 * Milliseconds without a record after which a stream sends a position. Without it, the last event of a stream of rare
 * records would soon be too old to resume from.
 */
const POSITION_INTERVAL = 20_000;
/** Records that are read at a time, so that a slow reader does not keep many in memory. */
const PORTION = 200;
/** Milliseconds for which a stream outlives an outage of the database. */
const RETRY_TIMEOUT = 30_000;
/** Milliseconds between two attempts. */
const RETRY_DELAY = 250;

type LiveRecord<Kind extends AnyRecordKind> =
  | (Kind extends unknown
      ? { kind: Kind['name']; record: z.output<Kind['output']> } | LiveCorrection<Kind> | LiveRepricing<Kind>
      : never)
  | { kind: 'position' };

/**
 * A part of a run of repricing: how many records got another cost, and by how much their costs have changed together. Kinds whose
 * costs follow from prices, which say where a cost is from, have it.
 */
type LiveRepricing<Kind extends AnyRecordKind> =
  z.output<Kind['output']> extends { costSource: string | null }
    ? { kind: `${Kind['name']}.repriced`; run: string; events: number; costChange: string }
    : never;

/** `before` and `after` are the record in the two versions; null where it does not count. */
type LiveCorrection<Kind extends AnyRecordKind> = {
  kind: `${Kind['name']}.corrected`;
  correction: Omit<z.output<Kind['operations']['correct']['output']>, 'before' | 'after'>;
  before: z.output<Kind['output']> | null;
  after: z.output<Kind['output']> | null;
};

/**
 * The subscription `records.live`: every record of the chosen kinds, once, in the order of commits. `CommitReader`
 * yields the ids of committed records, and this reads the records and sends them. Each event has an id by which the
 * stream can be resumed.
 */
export function defineLiveRecords<const Kinds extends readonly AnyRecordKind[]>(kinds: Kinds) {
  type Kind = Kinds[number];
  const names = kinds.map(({ name }): Kind['name'] => name);
  const input = z.strictObject({
    kinds: z
      .array(z.enum(names, { error: `must be one of ${names.join(', ')}` }))
      .min(1, { error: 'must name at least one kind' })
      .optional()
      .meta({ description: 'Which kinds of records; all that the key may read if absent.' }),
    lastEventId: z
      .string()
      .max(100)
      .optional()
      .meta({
        description: `Resumes behind this event: nothing is missed or repeated. At most ${MAX_AGE / 60_000} minutes old.`,
      }),
  });
  const position = z
    .object({ kind: z.literal('position') })
    .meta({ description: 'No record: a place to resume from.' });
  const records = kinds.flatMap(({ name, output, operations, derivation }) => {
    const { before, after, ...correction } = operations.correct.output.shape;
    const repriced = z.object({
      kind: z.literal(`${name}.repriced`),
      run: RecordId.meta({ description: 'Id of the run.' }),
      events: CountOut.meta({ description: 'How many records got another cost.' }),
      costChange: DecimalOut.meta({
        description: 'Change of the sum of the costs of these events, in USD.',
      }),
    });
    return [
      ...(derivation ? [repriced] : []),
      z.object({ kind: z.literal(name), record: output }),
      z.object({
        kind: z.literal(`${name}.corrected`),
        correction: z.object(correction),
        before: before as z.ZodType,
        after: after as z.ZodType,
      }),
    ];
  });
  return defineSubscription({
    name: 'records.live',
    summary: 'Follow records as they are committed',
    description:
      'Every record of the chosen kinds, once, and every correction of one, in the order of their commits, whichever gateway or surface made it. A record comes as it was recorded. The amendments of a run of repricing come as one message for each of its steps, with the change of the cost.',
    isResumable: true,
    input,
    // The array erases the type of each kind.
    output: z.discriminatedUnion('kind', [position, ...records]) as unknown as z.ZodType<LiveRecord<Kind>>,
    async *run(context, { lastEventId, kinds: asked }) {
      const { commits, database, signal, principal } = context;
      const { developerId } = principal;
      const wanted = readable(principal, kinds, asked);
      const start = lastEventId === undefined ? await currentSnapshot(database) : decodePosition(lastEventId);
      const reader = new CommitReader({ database, kinds: context.kinds, developerId }, start);
      const encoded = (position: CommitPosition) => encodePosition({ position, at: reader.readAt });
      /** A commit of corrections may be of several kinds; each is sent to followers of its own. */
      async function* correctionsOf(
        ids: CommittedRecords['ids'],
      ): AsyncGenerator<LiveEvent<LiveRecord<Kind>>> {
        for (let i = 0; i < ids.length; i += PORTION) {
          const portion = ids.slice(i, i + PORTION);
          const made = portion.map(({ id }) => id);
          const texts = new Map<string, { kind: string; text: string }>();
          for (const { name } of kinds.filter((one) => wanted.has(one.name))) {
            const kind = context.kinds.of(name);
            const found = await retried(signal, () => readCorrections(database, kind, developerId, made));
            for (const [id, text] of found) texts.set(id, { kind: name, text });
          }
          for (const { id, position } of portion) {
            const one = texts.get(id);
            if (!one) continue;
            const { before, after, ...correction } = JSON.parse(one.text);
            const data = { kind: `${one.kind}.corrected`, correction, before, after };
            // The kind has rendered this text by its output schema.
            yield { id: encoded(position), data: data as unknown as LiveRecord<Kind> };
          }
        }
      }
      /** Repricing is of events, the kind whose costs follow from prices. */
      async function* repricingsOf(
        ids: CommittedRecords['ids'],
      ): AsyncGenerator<LiveEvent<LiveRecord<Kind>>> {
        const repriced = kinds.find((one) => wanted.has(one.name) && one.derivation);
        if (!repriced) return;
        const made = ids.map(({ id }) => id);
        const steps = await retried(signal, () => readSteps(database, developerId, made));
        for (const { id, position } of ids) {
          const data = { kind: `${repriced.name}.repriced`, ...steps.get(id) };
          // Each id of a commit is that of a step.
          yield { id: encoded(position), data: data as unknown as LiveRecord<Kind> };
        }
      }
      let positionSentAt = performance.now();
      if (lastEventId === undefined) yield positionOf(reader);
      for await (const _ of wakes(commits, {
        developerId,
        signal,
        atLeast: MIN_INTERVAL,
        atMost: () => MAX_INTERVAL,
      })) {
        for await (const { fact, ids } of withRetries(reader, signal)) {
          if (fact === CORRECTIONS) {
            yield* correctionsOf(ids);
            positionSentAt = performance.now();
            continue;
          }
          if (fact === REPRICINGS) {
            yield* repricingsOf(ids);
            positionSentAt = performance.now();
            continue;
          }
          const kind = context.kinds.ofFact(fact);
          if (!kind || !wanted.has(kind.name)) continue;
          for (let i = 0; i < ids.length; i += PORTION) {
            const portion = ids.slice(i, i + PORTION);
            const recorded = portion.map(({ id }) => id);
            const texts = await retried(signal, () => readAsRecorded(database, kind, developerId, recorded));
            for (const { id, position } of portion) {
              // The kind has rendered this text by its output schema.
              const data = { kind: kind.name, record: JSON.parse(texts.get(id) ?? 'null') };
              yield { id: encoded(position), data: data as LiveRecord<Kind> };
            }
            positionSentAt = performance.now();
          }
        }
        if (performance.now() - positionSentAt > POSITION_INTERVAL) {
          yield positionOf(reader);
          positionSentAt = performance.now();
        }
      }
    },
  });
}

function positionOf(reader: CommitReader): LiveEvent<{ kind: 'position' }> {
  return { id: encodePosition({ position: reader.position, at: reader.readAt }), data: { kind: 'position' } };
}

/**
 * The kinds that the stream shows: those that were asked for, or all that the caller may read. Throws `Forbidden` for
 * one that it may not.
 */
function readable(
  principal: Principal,
  kinds: readonly AnyRecordKind[],
  asked: readonly string[] | undefined,
): Set<string> {
  const wanted = asked ? kinds.filter(({ name }) => asked.includes(name)) : readableKinds(principal, kinds);
  for (const { operations } of wanted) requireScope(principal, operations.list.scope);
  return new Set(wanted.map(({ name }) => name));
}

async function retried<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + RETRY_TIMEOUT;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || performance.now() > deadline) throw error;
      await sleep(RETRY_DELAY);
    }
  }
}

/**
 * Reads on after a failure of the database. The time limit begins anew with each portion, because a slow client may
 * take long before it asks for the next.
 */
async function* withRetries(reader: CommitReader, signal: AbortSignal): AsyncGenerator<CommittedRecords> {
  let deadline = performance.now() + RETRY_TIMEOUT;
  while (!signal.aborted) {
    try {
      for await (const portion of reader.read(signal)) {
        yield portion;
        deadline = performance.now() + RETRY_TIMEOUT;
      }
      return;
    } catch (error) {
      if (performance.now() > deadline || toOutturnError(error).code === 'Invalid Request') throw error;
      await sleep(RETRY_DELAY);
    }
  }
}
