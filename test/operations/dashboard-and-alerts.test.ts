import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../support/api-keys.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateways } from '../support/load/gateways.ts';
import { type Sample, scrape } from '../support/metrics.ts';
import { withWorkers } from '../support/workers.ts';

const docs = path.resolve(import.meta.dirname, '../../docs');
const read = (file: string) => readFileSync(path.join(docs, file), 'utf8');

type Rule = { alert: string; expr: string; runbook: string };
type Panel = { title: string; targets?: { expr: string }[] };

/** Parses the subset of YAML that the file uses. */
const rules = read('operations/alerts.yaml')
  .split(/^ +- alert: /m)
  .slice(1)
  .map((text): Rule => {
    const [, alert = ''] = /^(\w+)/.exec(text) ?? [];
    const [, expr = ''] = /expr: ([\s\S]*?)\n +for:/.exec(text) ?? [];
    const [, runbook = ''] = /runbook: (\S+)/.exec(text) ?? [];
    return { alert, expr, runbook };
  });
const { panels }: { panels: Panel[] } = JSON.parse(read('operations/grafana-dashboard.json'));
expect(rules.length).toBeGreaterThan(5);
const queries = [
  ...rules.map(({ alert, expr }) => ({ what: alert, expr })),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ what: title, expr }))),
];

const store = usePrivateDatabase();
const gateways = useGateways();
let samples: Sample[];
let text: string;
beforeAll(async () => {
  const { token } = await createApiKey(store.database, { developerName: 'a', name: 'test', plan: 'pro' });
  // Redis and the replica may be unreachable, which some of the metrics report.
  const away = {
    REDIS_URL: 'redis://127.0.0.1:9',
    DATABASE_REPLICA_URLS: 'postgres://127.0.0.1:9/nobody',
  };
  const { url } = await gateways.start(store.url, away, withWorkers(2));
  const record = () =>
    send(`${url}/v1/revenues`, { token, idempotencyKey: 'a', body: JSON.stringify(minimal) });
  await record();
  await record();
  ({ samples, text } = await scrape(url));
});

/** The metrics that a query reads, each with the labels it names. */
function metricsIn(expr: string): { name: string; labels: string[] }[] {
  return [...expr.matchAll(/\b((?:outturn|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', inside = '']) => ({
      name,
      labels: [...inside.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label),
    }),
  );
}

/** Whether a gateway has a metric, which may be a family without samples yet. */
function exists(name: string): boolean {
  const family = name.replace(/_(bucket|sum|count)$/, '');
  return samples.some((sample) => sample.name === name) || text.includes(`# TYPE ${family} `);
}

test.each(queries)('$what reads metrics that a gateway has', ({ expr }) => {
  const metrics = metricsIn(expr);
  if (!expr.startsWith('up{')) expect(metrics.length).toBeGreaterThan(0);
  for (const { name, labels } of metrics) {
    expect(exists(name), name).toBe(true);
    const sample = samples.find((one) => one.name === name);
    // A family without samples shows no labels.
    if (!sample) continue;
    const known = ['instance', ...Object.keys(sample.labels)];
    expect(
      labels.filter((label) => !known.includes(label)),
      name,
    ).toEqual([]);
  }
});

describe('the operations guide', () => {
  const guide = read('monitoring.md');

  test.each(rules)('explains $alert', ({ alert, runbook }) => {
    expect(runbook).toBe(`docs/monitoring.md#${alert.toLowerCase()}`);
    expect(guide).toContain(`### ${alert}\n`);
  });

  test('explains every metric of Outturn', () => {
    const names = [...text.matchAll(/^# TYPE (outturn_\w+)/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(12);
    expect(names.filter((name) => !guide.includes(`\`${name}`))).toEqual([]);
  });
});
