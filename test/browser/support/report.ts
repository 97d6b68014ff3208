/** A report to save. */
export const report = {
  name: 'Revenue by agent',
  document: `query ($from: DayOrInstant!, $to: DayOrInstant!) {
    analytics(window: {from: $from, to: $to}) { by(dimension: AGENT) { key label isOther totals { revenue } } }
  }`,
  variables: { from: '2026-01-01', to: '9999-01-01' },
};
