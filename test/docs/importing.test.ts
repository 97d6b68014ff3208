import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shell } from '../e2e/export.fixture.ts';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { sectionOf } from '../support/snippets.ts';

const gateway = useGateway();
const section = sectionOf('docs/importing.md', 'Reports of accounting programs');
const block = (language: string) => section.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-docs-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the report of docs/importing.md is recorded by its command, with the figures of its total', async () => {
  const { token } = await mintKey();
  const report = block('csv');
  await writeFile(path.join(folder, 'report.csv'), Buffer.from(report.replaceAll('\n', '\r\n'), 'latin1'));
  const env = { OUTTURN_URL: gateway.url, OUTTURN_API_KEY: token, INIT_CWD: folder };
  const { stdout, code } = await shell(`cd ${folder}\n${block('sh')}`, env);
  expect(code).toBe(0);
  const shown = /^report\.csv: .*$/m.exec(section)?.[0] ?? 'none';
  expect(stdout.replace(/[\d.]+ s\n$/, '')).toBe(shown.replace(/[\d.]+ s$/, ''));

  const window = '{from: "2026-01-01", to: "2026-04-01"}';
  const query = `{ analytics(window: ${window}, timeZone: "Europe/Berlin") { totals { revenue } } }`;
  const answer = await send(`${gateway.url}/graphql`, { token, body: JSON.stringify({ query }) });
  expect(JSON.parse(answer.text).data.analytics.totals.revenue).toBe('12849.5');
  expect(section).toContain('$12,849.50');
});

test('the example of docs/importing.md is the report that tests import', async () => {
  const file = path.join(import.meta.dirname, '../e2e/files/sales-report.csv');
  expect(await readFile(file, 'latin1')).toBe(block('csv').replaceAll('\n', '\r\n'));
});
