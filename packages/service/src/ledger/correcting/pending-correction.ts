import { invalidRequest } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Principal } from '../../base/principal.ts';
import type { Database } from '../../database/database.ts';
import type { DimensionCache } from '../../dimensions/dimension-cache.ts';
import type { PriceSource, Prices } from '../../kinds/derivation.ts';
import type { DimensionRow, RecordKind } from '../../kinds/record-kind.ts';
import { hashIdempotencyKey, type Reservation, recordFingerprint } from '../reservations.ts';

/** Codes of the table `corrections`. */
export const actions = { void: 1, amend: 2, restore: 3 } as const;
export type Action = keyof typeof actions;

/** Codes of the entries that stand for a run of many amendments. Their record is the run. */
export const runActions = { reprice: 4, revert: 5 } as const;

/** Codes of the table `corrections`. */
export const authors = { apiKey: 1, user: 2 } as const;
export type Author = { kind: keyof typeof authors; id: string };

/** Validated input. */
export type CorrectionInput = {
  id: string;
  action: Action;
  changes?: Readonly<Record<string, unknown>> | null | undefined;
  expectedVersion?: number | null | undefined;
  reason: string;
};

export type PendingCorrection = {
  readonly id: string;
  readonly recordId: string;
  readonly action: Action;
  /** Empty unless the action is `amend`. */
  readonly changes: Readonly<Record<string, unknown>>;
  readonly expectedVersion: number | undefined;
  readonly reason: string;
  readonly author: Author;
  /** The members that `changes` names by id, by table. */
  readonly named: ReadonlyMap<string, DimensionRow & { isDeleted: boolean }>;
  /** Of kinds with derived fields, for an amendment. */
  readonly prices: Prices | undefined;
  readonly reservation: Reservation | undefined;
  /** Unix time in milliseconds. */
  readonly queuedAt: number;
};

type Lookups = { database: Database; dimensions: DimensionCache; prices: PriceSource };
type CorrectingCall = {
  developerId: string;
  author: Author;
  operationName: string;
  idempotencyKey: string | undefined;
};

/** Throws `Invalid Request` for ids of dimensions and records that do not exist. */
export async function prepareCorrection(
  lookups: Lookups,
  kind: RecordKind,
  input: CorrectionInput,
  { developerId, author, operationName, idempotencyKey }: CorrectingCall,
): Promise<PendingCorrection> {
  const { refusesCorrections } = lookups.database.distribution;
  if (refusesCorrections) throw invalidRequest([{ field: 'action', message: refusesCorrections }]);
  const { id: recordId, action, reason } = input;
  const changes = input.changes ?? {};
  return {
    id: newId(),
    recordId,
    action,
    changes,
    expectedVersion: input.expectedVersion ?? undefined,
    reason,
    author,
    named: await resolveNamed(lookups, kind, developerId, changes),
    prices: kind.derivation && action === 'amend' ? await lookups.prices.of(developerId) : undefined,
    reservation: idempotencyKey
      ? {
          keyHash: hashIdempotencyKey(developerId, idempotencyKey),
          fingerprint: recordFingerprint(operationName, input),
        }
      : undefined,
    queuedAt: Date.now(),
  };
}

export function authorOf(principal: Principal): Author {
  if (principal.kind === 'api-key') return { kind: 'apiKey', id: principal.apiKeyId };
  if (principal.kind === 'session') return { kind: 'user', id: principal.userId };
  throw new Error('An operator corrects no records.');
}

async function resolveNamed(
  { database, dimensions }: Omit<Lookups, 'prices'>,
  kind: RecordKind,
  developerId: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<PendingCorrection['named']> {
  const named = new Map<string, DimensionRow & { isDeleted: boolean }>();
  for (const { table, field } of kind.dimensions) {
    const id = changes[`${field}Id`];
    if (typeof id !== 'string') continue;
    const row = await dimensions.byId(database, developerId, table, id);
    if (!row) throw unknownId(`${field}Id`);
    named.set(table, row);
  }
  for (const [column, table] of Object.entries(kind.references)) {
    const [property = ''] = Object.entries(kind.columnNames).find(([, name]) => name === column) ?? [];
    const id = changes[property];
    if (typeof id === 'string' && !(await dimensions.hasRecord(database, developerId, table, id)))
      throw unknownId(property);
  }
  return named;
}

function unknownId(field: string) {
  return invalidRequest([{ field: `changes.${field}`, message: 'does not exist in this account' }]);
}
