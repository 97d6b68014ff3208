import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { exampleCalls } from '../../apps/gateway/src/process/welcome.ts';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { terminal } from '../support/machine.ts';
import { snippets } from '../support/snippets.ts';

const gateway = useGateway();
const root = path.resolve(import.meta.dirname, '../..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

test('the README links every document and has at most 90 lines', () => {
  const guides = readdirSync(path.join(root, 'docs')).filter((name) => name.endsWith('.md'));
  expect(guides.length).toBeGreaterThan(5);
  // The parts of the benchmarks are linked from their first page.
  const pages = guides.filter((name) => !name.startsWith('benchmarks-'));
  expect(pages.filter((name) => !readme.includes(`(docs/${name}`))).toEqual([]);
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(90);
});

test('the README has the calls that the first start prints', () => {
  const [, ...shown] = snippets('README.md', 'sh').map((code) => code.trimEnd().replaceAll(' \\\n  ', ' '));
  const recordedAt = '2026-11-25T10:30:00.000Z';
  const printed = exampleCalls('http://localhost:3000', { token: '$KEY', recordedAt });
  expect(shown).toEqual(printed.map((call) => call.replace(/'(Authorization: Bearer \$KEY)'/, '"$1"')));
});

test('the calls of the README record a revenue and read it over every surface', async () => {
  const { token } = await mintKey();
  const script = snippets('README.md', 'sh').join('\n').replaceAll('http://localhost:3000', gateway.url);
  const command = script.replace('ot_live_…', token);
  const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', command], { env: terminal() });
  expect(stdout.match(/"amount":"99\.90"/g)).toHaveLength(3);
});
