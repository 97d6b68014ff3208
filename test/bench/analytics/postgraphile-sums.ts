/** The kinds of records that have an amount, in PostGraphile's names. */
const kinds = [
  { field: 'allRevenues', time: 'RECORDED_AT', amount: 'amount' },
  { field: 'allEvents', time: 'OCCURRED_AT', amount: 'cost' },
  { field: 'allOutcomes', time: 'GENERATED_AT', amount: 'value' },
];

/**
 * Sums of each kind by one of the plugin's fields, where `$time` stands for the column of the time. The plugin counts
 * only
 * distinct values, so counts are left out; it filters by equality, so all records of the developer are summed.
 */
export function groupedSums(field: string): string {
  const ofKinds = kinds.map(
    ({ field: table, time, amount }) =>
      `${table}(condition: {developerId: $developer}) { ${field.replace('$time', time)} { ${field.startsWith('grouped') ? 'keys ' : ''}sum { ${amount} } } }`,
  );
  return `query ($developer: UUID!) { ${ofKinds.join(' ')} }`;
}
