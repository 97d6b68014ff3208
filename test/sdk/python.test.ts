import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Outturn } from '@outturn/sdk';
import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { type Fault, useFaultyProxies } from '../support/faulty-proxy.ts';
import { useReaderHome } from '../support/reader-home.ts';
import { snippets } from '../support/snippets.ts';

const run = promisify(execFile);
const gateway = useGateway();
const proxy = useFaultyProxies();
const home = useReaderHome([]);
const [recipe = '', example = ''] = snippets('docs/integrating.md', 'python', 'Python');

/** Runs the recipe, and the program that uses it, behind a proxy whose answers to batches of events have these faults. */
async function runRecipe(program: string, faults: Fault[], queueSize = 10_000) {
  const waiting = [...faults];
  const next = (path: string) => (path === '/v1/events/batch' && waiting.shift()) || 'pass';
  const { url, seen } = await proxy(gateway.url, next);
  const { token } = await mintKey();
  const file = path.join(home.path, `${crypto.randomUUID()}.py`);
  const adapted = recipe
    .replaceAll('http://localhost:3000', url)
    .replaceAll('maxsize=10_000', `maxsize=${queueSize}`);
  await writeFile(file, `${adapted}\n${program}`);
  const env = { ...process.env, OUTTURN_API_KEY: token };
  const { stdout, stderr } = await run('python3', [file], { env });
  const outturn = new Outturn({ apiKey: token, baseUrl: gateway.url });
  const { items: events } = await outturn.events.list({ sort: 'id', limit: 1_000 }).page();
  return { stdout, stderr, seen, outturn, events };
}

const sending = (count: number) => `
for number in range(${count}):
    record("events", type="llm.call", name=str(number))
`;

test('the recipe for Python has thirty lines', () => {
  expect(recipe.split('\n').filter((line) => line.trim() !== '')).toHaveLength(30);
});

describe('the recipe for Python', { tags: 'Requests' }, () => {
  test('records what the example gives to it', async () => {
    const { stderr, events, outturn } = await runRecipe(example, []);

    expect(stderr).toBe('');
    expect(events).toMatchObject([{ type: 'llm.call', cost: '0.0004256', agentKey: 'sales-bot' }]);
    const { items: goals } = await outturn.goals.list().page();
    expect(goals).toMatchObject([{ goalKey: 'qualified-lead' }]);
  });

  test('sends batches in order, before the program ends, with a bounded queue', async () => {
    const measured = `${sending(40)}    assert waiting.qsize() <= 5`;
    const { stderr, events, seen } = await runRecipe(measured, [], 5);

    expect(stderr).toBe('');
    expect(events.map(({ name }) => name)).toEqual(Array.from({ length: 40 }, (_, i) => `${i}`));
    expect(seen.length).toBeLessThan(40);
  });

  test('retries under the same keys, not before Retry-After', async () => {
    const faults: Fault[] = [429, 'lose answer', 'pass', 'reject half', 'reset', 503];
    const program = `
record("events", type="llm.call", name="first")
while not waiting.empty():
    time.sleep(0.01)
${sending(11)}`;
    const { stderr, events, seen } = await runRecipe(program, faults);

    expect(stderr).toBe('');
    expect(seen.map(({ fault }) => fault)).toEqual([...faults, 'pass']);
    const [first, second] = seen;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
    const names = ['first', ...Array.from({ length: 11 }, (_, i) => `${i}`)];
    expect(events.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  test('prints refused records, and records the others', async () => {
    const program = `
waiting.put(("events", '{"type":"llm.call","cost":"much"}'))
record("events", type="llm.call")
record("agents", key="a", idempotencyKey="a")
try:
    record("events", type="llm.call", cost=float("nan"))
except ValueError as error:
    print("refused:", error)
`;
    const { stdout, stderr, events } = await runRecipe(program, []);

    expect(events).toHaveLength(1);
    expect(stderr.match(/^not recorded: /gm)).toHaveLength(2);
    expect(stderr).toContain(
      'not recorded: events (\'{"type":"llm.call","cost":"much"}\', {\'code\': \'Invalid Request\'',
    );
    expect(stderr).toContain('not recorded: agents');
    expect(stdout).toMatch(/^refused: /);
  });
});
