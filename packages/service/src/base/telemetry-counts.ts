export const signals = ['traces', 'logs', 'metrics'] as const;

/** Where telemetry comes from, as the page Traces shows it. */
export type Source = {
  readonly signal: (typeof signals)[number];
  /** `service.name` of the resource. */
  readonly software: string;
  /** The scope of a span or metric, the event name of a log record. */
  readonly name: string;
};

/** Why something that was received makes no event. */
export const ignoredReasons = ['noCall', 'toldByLogs', 'toldTwice', 'scopeIgnored', 'metric'] as const;
export type IgnoredReason = (typeof ignoredReasons)[number];

/** The fate of a span, a log record or a metric. */
export type Outcome = 'recorded' | 'container' | 'refused' | IgnoredReason;

/** Items of one source that have one outcome. */
export type Counted = {
  readonly source: Source;
  readonly outcome: Outcome;
  /** Why the latest was refused. */
  readonly reason?: string;
  readonly count: number;
};
