/** A sum of `value`, which is null where an event has none, or which the events that meet the condition `of` have. */
type Usage = { value: string; of?: string };

const tokens = 'coalesce(r.input_tokens, 0) + coalesce(r.output_tokens, 0)';
const hasTokenCost = 'r.cost is not null and (r.input_tokens is not null or r.output_tokens is not null)';
const isUnpriced = `r.cost_source = 'unpriced'`;
const isError = 'r.is_error';

const usageColumns = {
  input_tokens: { value: 'r.input_tokens' },
  output_tokens: { value: 'r.output_tokens' },
  cache_read_tokens: { value: 'r.cache_read_tokens' },
  cache_write_tokens: { value: 'r.cache_write_tokens' },
  reasoning_tokens: { value: 'r.reasoning_tokens' },
  computed_cost: { value: 'r.computed_cost' },
  cost_variance: { value: 'r.cost - r.computed_cost' },
  token_cost: { value: 'r.cost', of: hasTokenCost },
  costed_tokens: { value: tokens, of: hasTokenCost },
  errors: { value: '1', of: isError },
  unpriced_events: { value: '1', of: isUnpriced },
  unpriced_tokens: { value: tokens, of: isUnpriced },
} as const satisfies Record<string, Usage>;

export type UsageColumn = keyof typeof usageColumns;

/** The kind whose records have them. */
export const USAGE_KIND = 'events';

const FIRST_CODE = 10_000;
const names = Object.keys(usageColumns) as UsageColumn[];

export function isUsageColumn(name: string): name is UsageColumn {
  return Object.hasOwn(usageColumns, name);
}

export function usageCode(name: UsageColumn): number {
  return FIRST_CODE + names.indexOf(name);
}

/**
 * SQL of a sum over model calls that no rollup has: it is read from the events of the window. A statement adds it to the rows of
 * sums, under a code of its own, which is no code of a kind. It is positive, like those of kinds.
 */
export function usageSumSql(name: UsageColumn): string {
  const { value, of }: Usage = usageColumns[name];
  return `sum(${value})${of === undefined ? '' : ` filter (where ${of})`}`;
}

/** SQL of the condition on an event `r` that the sum counts. */
export function usageConditionSql(name: UsageColumn): string {
  const { value, of }: Usage = usageColumns[name];
  return of === undefined ? `(${value}) is not null` : `(${of})`;
}

/** The conditions of few events, which partial indexes find. */
const indexed: readonly (string | undefined)[] = [isUnpriced, isError];

/** SQL of the condition on an event `r` that finds all events of these sums by a partial index, if there is one. */
export function indexedConditionSql(usage: readonly UsageColumn[]): string | undefined {
  const [first, ...others] = new Set(usage.map((name) => (usageColumns[name] as Usage).of));
  return others.length === 0 && indexed.includes(first) ? first : undefined;
}
