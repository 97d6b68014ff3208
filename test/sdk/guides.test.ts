import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Outturn } from '@outturn/sdk';
import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { shellEnvironment, useReaderHome } from '../support/reader-home.ts';
import { snippets } from '../support/snippets.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const gateway = useGateway();
const home = useReaderHome(['sdk']);

/** Consecutive blocks, with this server and this key filled in. */
function filledIn(blocks: string[], token: string): string {
  expect(blocks.length).toBeGreaterThan(0);
  return blocks.join('\n').replaceAll('http://localhost:3000', gateway.url).replaceAll('ot_live_…', token);
}

test('docs/integrating.md: REST with curl', async () => {
  const { token } = await mintKey();
  const script = filledIn(snippets('docs/integrating.md', 'sh', 'REST with curl'), token);
  const env = shellEnvironment(home.path);

  const { stdout } = await run('sh', ['-eu', '-c', script], { env });

  expect(stdout).toMatch(/^link: <.*cursor=.*>; rel="next"/im);
  const outturn = new Outturn({ apiKey: token, baseUrl: gateway.url });
  const { items: revenues } = await outturn.revenues.list().page();
  expect(revenues).toMatchObject([{ amount: '99.90', agentKey: 'support-agent' }]);
  const { items: events } = await outturn.events.list({ sort: 'id' }).page();
  expect(events.map(({ type }) => type)).toEqual(['llm.call', 'tool.call']);
  expect(await outturn.agents.get('support-agent')).toMatchObject({ name: 'Support agent' });
  expect(await outturn.goalTypes.get('qualified-lead')).toMatchObject({ value: '25.00' });
});

const guides = [
  { name: 'integrating', file: 'docs/integrating.md', section: 'TypeScript SDK' },
  { name: 'readme', file: 'packages/sdk/README.md', section: undefined },
];
const moduleOf = ({ name }: { name: string }) => path.join(home.path, `${name}.ts`);

test.each(guides)('the code of $file runs', async ({ name, file, section }) => {
  const { token } = await mintKey();
  await writeFile(moduleOf({ name }), filledIn(snippets(file, 'ts', section), token));

  const env = { ...process.env, OUTTURN_API_KEY: token };
  const { stderr } = await run(process.execPath, [moduleOf({ name })], { env });

  expect(stderr).toBe('');
  const outturn = new Outturn({ apiKey: token, baseUrl: gateway.url });
  expect((await outturn.revenues.list().page()).items.at(-1)).toMatchObject({ amount: '99.90' });
  expect((await outturn.goals.list().page()).items).toMatchObject([{ goalKey: 'qualified-lead' }]);
});

test('the agent of docs/integrating.md prints what the guide shows', async () => {
  const [code = ''] = snippets('docs/integrating.md', 'js', 'An agent');
  const [output] = snippets('docs/integrating.md', 'text', 'An agent');
  const { token } = await mintKey();
  const agent = path.join(home.path, 'agent.mjs');
  await writeFile(agent, filledIn([code], token));
  const { stdout, stderr } = await run(process.execPath, [agent], {
    env: { ...process.env, OUTTURN_API_KEY: token },
  });
  expect({ stdout, stderr }).toEqual({ stdout: output, stderr: '' });
});

test('the code of all guides compiles', async () => {
  for (const { name, file, section } of guides)
    await writeFile(moduleOf({ name }), filledIn(snippets(file, 'ts', section), 'ot_live_x'));
  const project = path.join(home.path, 'tsconfig.json');
  const base = path.join(root, 'tsconfig.base.json');
  await writeFile(project, JSON.stringify({ extends: base, files: guides.map(moduleOf) }));

  const tsc = path.join(root, 'node_modules/.bin/tsc');
  const { stdout } = await run(tsc, ['-p', project, '--singleThreaded']).catch((error) => error);
  expect(stdout).toBe('');
});
