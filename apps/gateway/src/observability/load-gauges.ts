import { recordKinds, type Service } from '@outturn/service';
import { type Aggregator, Gauge, type Registry } from 'prom-client';

/** Read on each scrape. Values of several workers are added by default. */
export function watchLoad(
  registry: Registry,
  service: Pick<Service, 'load'>,
  isLimitShared: () => boolean | undefined,
): void {
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: (gauge: Gauge<Label>) => void,
    aggregator: Aggregator = 'sum',
  ) => {
    new Gauge({
      name,
      help,
      labelNames,
      aggregator,
      registers: [registry],
      collect() {
        this.reset();
        read(this);
      },
    });
  };
  gauge('outturn_ledger_queue_records', 'Records that wait for a statement', ['kind'], (g) => {
    const { queued } = service.load();
    for (const { name } of recordKinds) g.set({ kind: name }, queued[name] ?? 0);
  });
  gauge(
    'outturn_rollups_unfolded_records',
    'Records of this gateway that are not folded into the rollups yet; queries include them',
    [],
    (g) => g.set(service.load().unfolded),
  );
  gauge(
    'outturn_pool_connections',
    'Open connections to PostgreSQL, by pool and state',
    ['pool', 'state'],
    (g) => {
      for (const { pool, busy, open } of service.load().pools) {
        g.set({ pool, state: 'busy' }, busy);
        g.set({ pool, state: 'idle' }, open - busy);
      }
    },
  );
  gauge('outturn_pool_connections_max', 'Connections that a pool may open', ['pool'], (g) => {
    for (const { pool, max } of service.load().pools) g.set({ pool }, max);
  });
  gauge('outturn_pool_waiting', 'Statements that wait for a connection', ['pool'], (g) => {
    for (const { pool, waiting } of service.load().pools) g.set({ pool }, waiting);
  });
  gauge('outturn_subscriptions_open', 'Live subscriptions', [], (g) => g.set(service.load().subscriptions));
  if (service.load().replicas.length > 0) {
    gauge(
      'outturn_replica_up',
      'Whether a replica answers queries (1) or not (0)',
      ['replica'],
      (g) => {
        for (const { replica, problem } of service.load().replicas) g.set({ replica }, problem ? 0 : 1);
      },
      'min',
    );
    gauge(
      'outturn_replica_lag_bytes',
      'WAL bytes of the primary that a replica had not replayed at the last check',
      ['replica'],
      (g) => {
        for (const { replica, lagBytes } of service.load().replicas) g.set({ replica }, lagBytes);
      },
      'max',
    );
    gauge(
      'outturn_replica_lag_seconds',
      'Replication delay of a replica in seconds',
      ['replica'],
      (g) => {
        for (const { replica, lagSeconds } of service.load().replicas) g.set({ replica }, lagSeconds);
      },
      'max',
    );
  }
  const shared = isLimitShared();
  if (shared === undefined) return;
  gauge(
    'outturn_redis_up',
    'Whether rate limits are shared through Redis (1), or kept by this gateway alone because Redis is unavailable (0)',
    [],
    (g) => g.set(isLimitShared() ? 1 : 0),
    'min',
  );
}
