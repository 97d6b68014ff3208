import type { Service } from '@outturn/service';
import { Gauge, type Registry } from 'prom-client';

/** Gauges of how much there is to do, read when somebody looks. */
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
  ) => {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        read(this);
      },
    });
  };
  gauge('outturn_ledger_queue_records', 'Records that wait for their statement', ['kind'], (g) => {
    const { queued } = service.load();
    for (const kind of ['revenues', 'outcomes', 'goals', 'events']) g.set({ kind }, queued[kind] ?? 0);
  });
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
    for (const { pool, most } of service.load().pools) g.set({ pool }, most);
  });
  gauge('outturn_pool_waiting', 'Statements that wait for a connection', ['pool'], (g) => {
    for (const { pool, waiting } of service.load().pools) g.set({ pool }, waiting);
  });
  gauge('outturn_subscriptions_open', 'Live subscriptions', [], (g) => g.set(service.load().subscriptions));
  const shared = isLimitShared();
  if (shared === undefined) return;
  gauge(
    'outturn_redis_up',
    'Whether rate limits are shared through Redis (1), or kept by this gateway alone as Redis is away (0)',
    [],
    (g) => g.set(isLimitShared() ? 1 : 0),
  );
}
