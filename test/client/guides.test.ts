import { execFile } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { createOutturnClient } from '@outturn/client';
import { parse } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { terminal } from '../support/machine.ts';
import { useReaderHome } from '../support/reader-home.ts';
import { snippets } from '../support/snippets.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const guide = 'docs/integrating.md';
const gateway = useGateway();
const home = useReaderHome(['client']);

beforeAll(async () => {
  // The repository stands in for a reader's project, which has installed the imports of the guide.
  await writeFile(path.join(home.path, 'questions.generated.ts'), await generateDocuments());
  for (const name of ['graphql', '@graphql-typed-document-node'])
    await symlink(path.join(root, 'test/node_modules', name), path.join(home.path, 'node_modules', name));
  for (const { name, section } of guides) {
    const code = snippets(guide, 'ts', section).join('\n');
    await writeFile(moduleOf({ name }), code.replaceAll('http://localhost:3000', gateway.url));
  }
});

/** The output of graphql-codegen for the guide's question with the guide's settings. */
async function generateDocuments(): Promise<string> {
  const section = 'GraphQL from a typed client';
  const [question = ''] = snippets(guide, 'graphql', section);
  const [settings = ''] = snippets(guide, 'json', section);
  const { schema, documents, generates } = JSON.parse(settings);
  const { plugins, config } = generates['questions.generated.ts'];
  return codegen({
    filename: 'questions.generated.ts',
    schema: parse(await readFile(path.join(root, 'docs/reference', schema), 'utf8')),
    documents: [{ location: documents, document: parse(question) }],
    config,
    plugins: plugins.map((name: string) => ({ [name]: {} })),
    pluginMap: { 'typescript-operations': typescriptOperations, 'typed-document-node': typedDocumentNode },
  });
}

const guides = [
  { name: 'trpc', section: 'tRPC client' },
  { name: 'graphql', section: 'GraphQL from a typed client' },
];
const moduleOf = ({ name }: { name: string }) => path.join(home.path, `${name}.ts`);

test.each(guides)('the code of $section runs', async ({ name }) => {
  const { token } = await mintKey();
  const { revenues, events, goals } = createOutturnClient({ url: gateway.url, apiKey: token });
  const [agentKey, recordedAt] = ['ann', '2024-01-15T10:30:00Z'];
  await revenues.record.mutate({ amount: '75.00', recordedAt, agentKey });
  await events.record.mutate({ type: 'llm.call', cost: '25.00', occurredAt: recordedAt, agentKey });

  const env = { ...process.env, OUTTURN_API_KEY: token };
  const { stdout, stderr } = await run(process.execPath, [moduleOf({ name })], { env });

  expect(stderr).toBe('');
  if (name === 'graphql') expect(stdout).toBe('ann 75 2\n');
  else {
    const { items } = await goals.list.query({ sort: 'id' });
    expect(items.map(({ goalKey }) => goalKey)).toEqual(['qualified', 'resolved']);
    // The question shows the revenue that the snippet has just recorded.
    expect(stdout).toMatch(/key: 'sales-bot',[^}]*revenue: '99\.9'/);
    expect(stdout).toMatch(/^resolved \d{4}-.*Z\n404 Not Found /m);
  }
});

test('the code of all sections and of the README compiles', async () => {
  const readme = moduleOf({ name: 'readme' });
  await writeFile(readme, snippets('packages/client/README.md', 'ts').join('\n'));
  const project = path.join(home.path, 'tsconfig.json');
  const base = path.join(root, 'tsconfig.base.json');
  await writeFile(project, JSON.stringify({ extends: base, files: [...guides.map(moduleOf), readme] }));

  const tsc = path.join(root, 'node_modules/.bin/tsc');
  const { stdout } = await run(tsc, ['-p', project, '--singleThreaded']).catch((error) => error);
  expect(stdout).toBe('');
});

test('the example worker runs as the guide says', { timeout: 60_000 }, async () => {
  const isOfWorker = (block: string) => block.includes('example-worker');
  const script = snippets(guide, 'sh', 'tRPC client').find(isOfWorker) ?? '';
  const { token } = await mintKey();

  const { stdout } = await run('sh', ['-eu', '-c', script], {
    cwd: root,
    env: { ...terminal(), KEY: token, URL: gateway.url },
  });
  expect(stdout).toContain('sessions');
});
