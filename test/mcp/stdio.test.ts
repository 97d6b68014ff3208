import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { freePort } from '../support/free-port.ts';
import { outturn } from '../support/program.ts';

const gateway = useGateway();

/** Runs `outturn mcp` with these lines, and returns the messages that it prints. */
async function run(env: Record<string, string>, lines: readonly (object | string)[]) {
  const child = spawn(process.execPath, [outturn, 'mcp'], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  child.stdin.end(
    lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  );
  const [code] = await once(child, 'close');
  const messages = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { code, err, messages, of: (id: number | null) => messages.find((message) => message.id === id) };
}

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

test('messages of both revisions are forwarded as they are, and their answers printed', async () => {
  const { token } = await mintKey();
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'scripted', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  // A character at which some readers end a line.
  const agents = { name: 'list_agents', arguments: { search: 'a\u2028b' } };
  const ran = await run({ OUTTURN_URL: gateway.url, OUTTURN_API_KEY: token }, [
    list,
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    '',
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { ...agents, _meta } },
    { jsonrpc: '2.0', id: 3, method: 'nothing', params: { _meta } },
    '{ no JSON',
  ]);
  expect(ran.code).toBe(0);
  expect(ran.of(1).result.tools.length).toBeGreaterThan(10);
  expect(JSON.parse(ran.of(2).result.content[0].text).result).toEqual([]);
  expect(ran.of(3).error.code).toBe(-32601);
  expect(ran.of(null).error.code).toBe(-32700);
  expect(ran.messages).toHaveLength(4);
});

test('a request that the server refuses, or that does not reach it, has an error as its answer', async () => {
  const refused = await run({ OUTTURN_URL: gateway.url, OUTTURN_API_KEY: 'wrong' }, [list]);
  expect(refused.of(1).error.message).toMatch(/^Unauthorized: /);
  const away = await run({ OUTTURN_URL: `http://127.0.0.1:${await freePort()}`, OUTTURN_API_KEY: 'any' }, [
    list,
    { jsonrpc: '2.0', method: 'notifications/initialized' },
  ]);
  expect(away.messages).toEqual([
    { jsonrpc: '2.0', id: 1, error: { code: -32000, message: expect.stringContaining('cannot be reached') } },
  ]);
});

test('without a key the command says which variable has it', async () => {
  const ran = await run({ OUTTURN_URL: gateway.url, OUTTURN_API_KEY: '' }, []);
  expect([ran.code, ran.messages]).toEqual([1, []]);
  expect(ran.err).toContain('OUTTURN_API_KEY');
});
