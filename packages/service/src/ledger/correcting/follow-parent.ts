import type { Generates, RecordKind } from '../../kinds/record-kind.ts';
import type { Change, Located, State } from './judge.ts';
import type { Action } from './pending-correction.ts';

/** What the correction of a goal or event does to the outcome that it generates. */
export type Following =
  | { kind: 'none' }
  | { kind: 'change'; change: Omit<Change, 'id'> }
  /** An outcome that did not exist: its first version. */
  | { kind: 'new'; recordId: string; state: Omit<State, 'createdAt'> };

type Parent = { generates: Generates; kind: RecordKind; change: Change };

/** `outcome` is the one that the record has generated, if it has. `voidedBy` is what its parent did when it was voided. */
type Outcome = { found: Located | undefined; voidedBy: Action | undefined };

const none = { kind: 'none' } as const;

/** The id of a generated record is that of its parent with another version digit, so it needs no column. */
export function generatedIdOf(parentId: string): string {
  return `${parentId.slice(0, 14)}8${parentId.slice(15)}`;
}

/** Undefined for a record that was not generated. */
export function parentIdOf(id: string): string | undefined {
  return id[14] === '8' ? `${id.slice(0, 14)}7${id.slice(15)}` : undefined;
}

/**
 * An outcome is voided and restored with its parent, and takes over what an amendment changes of what they share. A new type
 * or tool brings its value of now; without a value the outcome is voided, and where there was none it is generated. One
 * that was voided alone stays so. `value` is that of the type or tool of the parent.
 */
export function followParent(parent: Parent, { found, voidedBy }: Outcome, value: string | null): Following {
  const { change } = parent;
  const { action, before, after } = change;
  const outcomeId = generatedIdOf(change.recordId);
  const follow = (what: Pick<Change, 'action' | 'before' | 'after'>): Following => ({
    kind: 'change',
    change: {
      ...what,
      recordId: outcomeId,
      version: (found?.version ?? 0) + 1,
      reason: change.reason,
      author: change.author,
      causeId: change.id,
      runId: null,
    },
  });
  const active = found && !found.isVoided ? found.row : undefined;
  if (action === 'void') return active ? follow({ action, before: active, after: null }) : none;
  if (action === 'restore')
    return found?.isVoided && voidedBy === 'void' ? follow({ action, before: null, after: found.row }) : none;
  if (!before || !after) return none;
  const hasNewType = valuedIdOf(parent, before) !== valuedIdOf(parent, after);
  if (!active) {
    if (!hasNewType || value === null) return none;
    const state = generatedState(parent, after, value);
    if (!found) return { kind: 'new', recordId: outcomeId, state: { id: outcomeId, ...state } };
    return voidedBy === 'amend'
      ? follow({ action: 'restore', before: null, after: { ...found.row, ...state } })
      : none;
  }
  if (hasNewType && value === null) return follow({ action: 'void', before: active, after: null });
  const [old, now] = [generatedState(parent, before, null), generatedState(parent, after, null)];
  const { amount } = parent.generates.kind;
  const next: State = {
    ...active,
    values: active.values.map((one, i) => {
      if (parent.generates.kind.columns[i]?.name === amount?.column) return hasNewType ? value : one;
      return old.values[i] === now.values[i] ? one : (now.values[i] ?? null);
    }),
    dimensions: active.dimensions.map((one, i) =>
      old.dimensions[i]?.id === now.dimensions[i]?.id ? one : (now.dimensions[i] ?? null),
    ),
  };
  const isSame =
    next.values.every((one, i) => one === active.values[i]) &&
    next.dimensions.every((one, i) => one?.id === active.dimensions[i]?.id);
  return isSame ? none : follow({ action: 'amend', before: active, after: next });
}

export function valuedIdOf({ generates, kind }: Omit<Parent, 'change'>, state: State): string | undefined {
  return state.dimensions[kind.dimensions.indexOf(generates.valued)]?.id;
}

function generatedState(
  { generates, kind: from }: Omit<Parent, 'change'>,
  parent: State,
  value: string | null,
): Pick<State, 'values' | 'dimensions'> {
  const { kind, properties } = generates;
  const sources = new Map(
    Object.entries(properties).map(([to, property]) => [kind.columnNames[to], property]),
  );
  const values = kind.columns.map(({ name }) => {
    if (name === kind.amount?.column) return value;
    const property = sources.get(name);
    if (property === undefined) return null;
    if (property === 'id') return parent.id;
    return parent.values[from.columns.findIndex((one) => one.name === from.columnNames[property])] ?? null;
  });
  const dimensions = kind.dimensions.map(
    ({ table }) => parent.dimensions[from.dimensions.findIndex((one) => one.table === table)] ?? null,
  );
  return { values, dimensions };
}
