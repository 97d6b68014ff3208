import { tools } from '@outturn/mcp/tools';
import { allOperations } from '@outturn/service';
import { expect, test } from 'vitest';
import { shell } from '../e2e/export.fixture.ts';
import { connectMcp } from '../mcp/mcp-client.ts';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { shellEnvironment, useReaderHome } from '../support/reader-home.ts';
import { snippets } from '../support/snippets.ts';

const gateway = useGateway();
const home = useReaderHome([]);
const page = 'docs/mcp.md';

test('the call of docs/mcp.md is answered, and its configurations are those of a server at /mcp', async () => {
  const { token } = await mintKey();
  await connectMcp(gateway.url, token).call('record_event', {
    idempotencyKey: 'e-1',
    type: 'llm.call',
    agentKey: 'bot',
    cost: '2',
  });
  const env = { ...shellEnvironment(home.path), OUTTURN_API_KEY: token };
  const call = snippets(page, 'sh').find((code) => code.startsWith('curl')) ?? '';
  const { stdout } = await shell(call.replace('http://localhost:3000', gateway.url), env);
  const [, message = ''] = /^data: (.*)$/m.exec(stdout) ?? [];
  const { text } = JSON.parse(message).result.content[0];
  expect(JSON.parse(text).result.groups).toMatchObject([{ key: 'bot', totals: { margin: '-2' } }]);

  const configurations = snippets(page, 'json').map((code) => JSON.parse(code));
  expect(configurations).toMatchObject([
    { mcpServers: { outturn: { args: ['--yes', 'outturn', 'mcp'] } } },
    { mcpServers: { outturn: { url: 'http://localhost:3000/mcp' } } },
    { servers: { outturn: { type: 'http', url: 'http://localhost:3000/mcp' } } },
  ]);
});

test('the key that docs/mcp.md makes can read everything that a tool reads, and write nothing', () => {
  const [, scopes = ''] = /--scopes (\S+)/.exec(snippets(page, 'sh')[0] ?? '') ?? [];
  const read = tools
    .filter(({ declaration }) => declaration.annotations.readOnlyHint)
    .flatMap(({ declaration: { name } }) => allOperations.filter(({ mcp }) => mcp?.tool === name));
  expect(scopes.split(',').toSorted()).toEqual([...new Set(read.map(({ scope }) => scope))].toSorted());
});
