import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { exampleCalls } from '../../apps/gateway/src/process/welcome.ts';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { shellEnvironment } from '../support/reader-home.ts';
import { snippets } from '../support/snippets.ts';

const gateway = useGateway();
const root = path.resolve(import.meta.dirname, '../..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

test('the README links every document and has at most 90 lines', () => {
  const pages = readdirSync(path.join(root, 'docs')).filter((name) => name.endsWith('.md'));
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.filter((name) => !readme.includes(`(docs/${name}`))).toEqual([]);
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(90);
});

const calls = snippets('README.md', 'sh').find((code) => code.startsWith('export KEY=')) ?? '';

test('the README has the calls that the first start prints', () => {
  const [, ...shown] = calls.trimEnd().split('\n\n');
  const own = { recordedAt: `'"$NOW"'`, keyPrefix: 'readme-$NOW' };
  expect(shown).toEqual(exampleCalls('http://localhost:3000', own));
});

test('calls of the README and of the first start record, and answer the margin, after one another and twice', async () => {
  const { token } = await mintKey();
  const run = async (script: string) => {
    const command = script.replaceAll('http://localhost:3000', gateway.url).replace('ot_live_…', token);
    const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', command], {
      env: shellEnvironment(root),
    });
    expect(stdout).not.toContain('"error');
    return stdout;
  };
  const recordedAt = new Date().toISOString();
  const printed = exampleCalls('http://localhost:3000', { recordedAt, keyPrefix: 'start' });
  const greeting = [`export KEY=${token}`, ...printed].join('\n');
  const first = await run(greeting);
  expect(first.match(/"amount":"99\.90"/g)).toHaveLength(2);
  expect(first).toContain('"totals":{"revenue":"99.9","cost":"1.25","margin":"98.65"}');
  expect(await run(calls)).toContain('"totals":{"revenue":"199.8","cost":"2.5","margin":"197.3"}');
  // With the same keys, the calls are replayed.
  expect(await run(greeting)).toContain('"totals":{"revenue":"199.8","cost":"2.5","margin":"197.3"}');
});
