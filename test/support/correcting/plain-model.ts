/** A revenue or a refund as it should be. Amounts are in billionths of a USD, so that sums are exact. */
export type Plain = {
  /** Empty until the answer has told it. */
  id: string;
  key: string | null;
  amount: bigint;
  agentKey: string | null;
  recordedAt: string;
  refundOf: string | null;
  isVoided: boolean;
  version: number;
};

export type Changes = { amount?: bigint; agentKey?: string | null; recordedAt?: string };

export type Correcting = {
  kind: 'correct';
  id: string;
  action: 'void' | 'amend' | 'restore';
  /** Empty unless the action is `amend`. */
  changes: Changes;
};

/** Without an amount, all that remains. */
export type Refunding = { kind: 'refund'; of: string; amount: bigint | undefined; recordedAt: string };

export type Step = Correcting | Refunding;

/**
 * Records of one account that are recorded, corrected and refunded one after the other, by the rules of the documents and
 * without any code of the product.
 */
export class PlainModel {
  readonly records: Plain[];

  constructor(records: readonly Plain[] = []) {
    this.records = records.map((record) => ({ ...record }));
  }

  get active(): Plain[] {
    return this.records.filter(({ isVoided }) => !isVoided);
  }

  /** Returns the record as the step leaves it, or undefined if the step is refused. */
  take(step: Step): Plain | undefined {
    return step.kind === 'refund' ? this.#refund(step) : this.#correct(step);
  }

  #refund({ of, amount, recordedAt }: Refunding): Plain | undefined {
    const original = this.#find(of);
    if (original.isVoided || original.refundOf !== null || original.amount <= 0n) return undefined;
    const remaining = original.amount - this.#refunded(original);
    const paidBack = amount ?? remaining;
    if (paidBack <= 0n || paidBack > remaining) return undefined;
    const refund: Plain = {
      id: '',
      key: null,
      amount: -paidBack,
      agentKey: original.agentKey,
      recordedAt,
      refundOf: original.id,
      isVoided: false,
      version: 1,
    };
    this.records.push(refund);
    return refund;
  }

  #correct({ id, action, changes }: Correcting): Plain | undefined {
    const record = this.#find(id);
    if (record.isVoided !== (action === 'restore')) return undefined;
    const next = { ...record, ...changes, isVoided: action === 'void' };
    const isAllowed = record.refundOf === null ? this.#allowsOriginal : this.#allowsRefund;
    if (action === 'amend' && isSame(record, next)) return undefined;
    if (!isAllowed.call(this, record, next, changes)) return undefined;
    if (action === 'restore' && record.refundOf !== null)
      next.agentKey = this.#find(record.refundOf).agentKey;
    return Object.assign(record, next, { version: record.version + 1 });
  }

  #allowsOriginal(record: Plain, next: Plain): boolean {
    const refunded = this.#refunded(record);
    if (refunded === 0n) return true;
    return !next.isVoided && next.amount >= refunded && next.agentKey === record.agentKey;
  }

  #allowsRefund(record: Plain, next: Plain, changes: Changes): boolean {
    if ('agentKey' in changes || next.amount >= 0n) return false;
    if (next.isVoided) return true;
    const original = this.#find(record.refundOf ?? '');
    const others = this.#refunded(original) + (record.isVoided ? 0n : record.amount);
    return !original.isVoided && others - next.amount <= original.amount;
  }

  #refunded({ id }: Plain): bigint {
    return this.active.reduce((sum, { refundOf, amount }) => (refundOf === id ? sum - amount : sum), 0n);
  }

  #find(id: string): Plain {
    const found = this.records.find((record) => record.id === id);
    if (!found) throw new Error(`the model has no record ${id}`);
    return found;
  }
}

function isSame(one: Plain, other: Plain): boolean {
  return (
    one.amount === other.amount && one.agentKey === other.agentKey && one.recordedAt === other.recordedAt
  );
}
