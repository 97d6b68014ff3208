import type { Acknowledged } from './journal.ts';

/** `voided`: the ids of the others. `problems`: records whose versions are not one after the other. */
export type RecordsNow = { active: Acknowledged[]; voided: Set<string>; problems: string[] };

type Corrected = { recordId: string; version: number };

/** What the acknowledged records are after all acknowledged corrections, by what the clients have asked for. */
export function recordsNow(acknowledged: readonly Acknowledged[]): RecordsNow {
  const problems: string[] = [];
  const now = new Map<string, Acknowledged>();
  for (const entry of acknowledged) if (entry.fact.verb !== 'correct') now.set(entry.id, asRecord(entry));
  const corrections = acknowledged
    .filter(({ fact }) => fact.verb === 'correct')
    .map(({ fact, record }) => ({ input: fact.input, ...(JSON.parse(record) as Corrected) }))
    .toSorted((a, b) => a.version - b.version);
  const versions = new Map<string, number>();
  const voided = new Set<string>();
  for (const { recordId, version, input } of corrections) {
    const before = versions.get(recordId) ?? 1;
    if (version !== before + 1) problems.push(`${recordId}: version ${version} comes after ${before}`);
    versions.set(recordId, version);
    if (input.action === 'void') voided.add(recordId);
    if (input.action === 'restore') voided.delete(recordId);
    const record = now.get(recordId);
    if (record && input.action === 'amend') now.set(recordId, amended(record, input.changes as object));
  }
  return { active: [...now.values()].filter(({ id }) => !voided.has(id)), voided, problems };
}

/** A refund is a revenue with a negative amount. */
function asRecord(entry: Acknowledged): Acknowledged {
  const { fact } = entry;
  if (fact.verb !== 'refund') return entry;
  const input = { ...fact.input, amount: `-${fact.input.amount}` };
  return { ...entry, fact: { kind: fact.kind, input } };
}

function amended(entry: Acknowledged, changes: object): Acknowledged {
  const { fact } = entry;
  return { ...entry, fact: { ...fact, input: { ...fact.input, ...changes } } };
}
