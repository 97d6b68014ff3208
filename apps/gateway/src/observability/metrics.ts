import type { ServerResponse } from 'node:http';
import {
  type Observer,
  type Plan,
  type SecurityEvent,
  type Service,
  securityEventNames,
} from '@outturn/service';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isDeviation } from './clock-log.ts';
import { watchLoad } from './load-gauges.ts';
import { doorOf, statementLabel, statusOf } from './metric-labels.ts';
import { version } from './version.ts';

/** In seconds, from a cached response to the timeout. */
const requestTimes = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const statementTimes = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15];
const batchSizes = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000];

export type Metrics = {
  observer: Observer;
  onAnswered: (response: ServerResponse, milliseconds: number) => void;
  onDecision: (plan: Plan, isAdmitted: boolean) => void;
  onSecurityEvent: (event: SecurityEvent) => void;
  watch(service: Pick<Service, 'load'>, isLimitShared: () => boolean | undefined): void;
  /** Returns the Prometheus text format. */
  read(): Promise<string>;
  /** For addition to other processes. */
  values(): ReturnType<Registry['getMetricsAsJSON']>;
};

/** docs/monitoring.md describes each metric. Labels take few values: no developer, key, path or id. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const build = { name: 'outturn_build_info', help: 'Always 1; the label is the version', registers };
  new Gauge({ ...build, labelNames: ['version'], aggregator: 'first' }).set({ version }, 1);
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets: number[],
  ) => new Histogram({ name, help, labelNames, buckets, registers });
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers });

  const requests = histogram(
    'outturn_http_request_duration_seconds',
    'HTTP requests, from their headers to the end of the response, by door and status (499: the client disconnected)',
    ['door', 'status'],
    requestTimes,
  );
  const calls = histogram(
    'outturn_operation_duration_seconds',
    'Calls of operations, by surface, operation and result code',
    ['surface', 'operation', 'code'],
    requestTimes,
  );
  const replays = counter(
    'outturn_replays_total',
    'Calls answered with an existing record, because their idempotency key or record key was used before',
    ['operation'],
  );
  const statements = histogram(
    'outturn_statement_duration_seconds',
    'SQL statements by name, including the wait for a connection',
    ['statement'],
    statementTimes,
  );
  const failedStatements = counter('outturn_statement_failures_total', 'SQL statements that failed', [
    'statement',
  ]);
  const batches = histogram(
    'outturn_ledger_batch_records',
    'Records sent in one statement',
    ['kind'],
    batchSizes,
  );
  const retries = counter('outturn_ledger_retries_total', 'Retried batches, by reason', ['kind', 'reason']);
  const reads = counter('outturn_reads_total', 'Lists and queries, by the server that answered them', [
    'server',
  ]);
  const fallbacks = counter(
    'outturn_replica_fallbacks_total',
    'Lists and queries that the primary answered although replicas exist, by reason',
    ['reason'],
  );
  const decisions = counter(
    'outturn_rate_limit_decisions_total',
    'Charges of the rate limit, by plan and decision',
    ['plan', 'decision'],
  );

  const clockDeviations = counter(
    'outturn_clock_deviations_total',
    "Measurements, one a minute, in which this machine's clock and the database's differed by more than a second",
    [],
  );
  const securityEvents = counter('outturn_security_events_total', 'Security events, by kind', ['event']);
  // Starts at zero, so that the first event shows as an increase.
  for (const event of securityEventNames) securityEvents.inc({ event }, 0);

  const statementLabels = new Map<string, string>();
  const labelOf = (name: string) => {
    const known = statementLabels.get(name);
    if (known !== undefined) return known;
    const label = statementLabel(name);
    statementLabels.set(name, label);
    return label;
  };
  return {
    observer: {
      onCall(operation, { surface = 'internal' }, time, code, isReplayed) {
        calls.observe({ surface, operation, code }, time / 1000);
        if (isReplayed) replays.inc({ operation });
      },
      onStatement(name, time, isFailed) {
        const statement = labelOf(name);
        statements.observe({ statement }, time / 1000);
        if (isFailed) failedStatements.inc({ statement });
      },
      onBatch: (kind, records) => batches.observe({ kind }, records),
      onRetry: (kind, reason) => retries.inc({ kind, reason }),
      onRead(server, reason) {
        reads.inc({ server });
        if (reason !== undefined) fallbacks.inc({ reason });
      },
      onClock: (offset) => clockDeviations.inc(isDeviation(offset) ? 1 : 0),
    },
    onAnswered(response, milliseconds) {
      requests.observe({ door: doorOf(response), status: statusOf(response) }, milliseconds / 1000);
    },
    onDecision: (plan, isAdmitted) => decisions.inc({ plan, decision: isAdmitted ? 'admitted' : 'refused' }),
    onSecurityEvent: ({ event }) => securityEvents.inc({ event }),
    watch: (service, isLimitShared) => watchLoad(registry, service, isLimitShared),
    read: () => registry.metrics(),
    values: () => registry.getMetricsAsJSON(),
  };
}
