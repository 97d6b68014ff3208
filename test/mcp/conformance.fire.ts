import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useOwnGateway } from '../support/drivers/surfaces.ts';
import { installInto } from '../support/installed.ts';

/** The protocol's own scenarios, by the version of `@modelcontextprotocol/conformance` that has them. */
const versions = { '2025-11-25': '0.1.16', '2026-07-28': '0.2.0-alpha.12' } as const;

/** Scenarios, or single checks of them, that need what this server does not have. All others pass. */
const expectedFailures = {
  '2025-11-25': {
    'no prompts': [
      'prompts-list',
      ...prompts('get-simple', 'get-with-args', 'get-embedded-resource', 'get-with-image'),
    ],
    'no completion, logging, sampling, elicitation or subscriptions': [
      'completion-complete',
      'logging-set-level',
      'tools-call-with-logging',
      'tools-call-sampling',
      'tools-call-elicitation',
      'elicitation-sep1034-defaults',
      'elicitation-sep1330-enums',
      'resources-subscribe',
      'resources-unsubscribe',
    ],
    'no stream that ends before its answer': ['server-sse-polling', 'server-sse-multiple-streams'],
    ...withoutFixtures(),
  },
  '2026-07-28': {
    'no prompts': [
      'prompts-list',
      ...prompts('get-simple', 'get-with-args', 'get-embedded-resource', 'get-with-image'),
      'caching:sep-2549-prompts-list-caching-hints',
      'input-required-result-non-tool-request',
    ],
    'no completion or subscriptions': [
      'completion-complete',
      'server-stateless:sep-2575-server-sends-subscription-ack',
      'server-stateless:sep-2575-server-tags-subscription-id',
    ],
    'no tool that asks its caller for input, or logs': [
      ...['rejects-undeclared-capability', 'no-log-without-loglevel'].map(
        (check) => `server-stateless:sep-2575-server-${check}`,
      ),
      'server-stateless:sep-2575-missing-capability-http-400',
      'server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
      ...[
        'basic-elicitation',
        'basic-sampling',
        'basic-list-roots',
        'request-state',
        'multiple-input-requests',
        'multi-round',
        'result-type',
        'tampered-state',
        'capability-check',
        'missing-input-response',
        'ignore-extra-params',
      ].map((scenario) => `input-required-result-${scenario}`),
    ],
    'no tool with fields in headers of its own': ['http-custom-header-server-validation'],
    ...withoutFixtures(),
  },
};

function prompts(...names: string[]): string[] {
  return names.map((name) => `prompts-${name}`);
}

/** These call tools and read resources of the suite's own example server. */
function withoutFixtures() {
  const tools = [
    'simple-text',
    'image',
    'audio',
    'embedded-resource',
    'mixed-content',
    'error',
    'with-progress',
  ];
  return {
    'fixtures of the suite': [
      ...tools.map((name) => `tools-call-${name}`),
      'json-schema-2020-12',
      'resources-read-text',
      'resources-read-binary',
      'resources-templates-read',
    ],
  };
}

// Reached directly, so that the host and the origin that a request names are its own.
const gateway = useOwnGateway({ TRUST_PROXY: '' });
let folder: string;
let proxy: http.Server;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-conformance-'));
  const { token } = await mintKey();
  // The suite sends no API key, and everything else has to arrive as it sends it.
  proxy = http.createServer((request, response) => {
    const { url, method, headers } = request;
    const sent = { method, headers: { ...headers, authorization: `Bearer ${token}` } };
    const forwarded = http.request(new URL(url ?? '/', gateway.url), sent, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', (error) => response.destroy(error));
    request.pipe(forwarded);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
});

afterAll(async () => {
  proxy.close();
  await rm(folder, { recursive: true, force: true });
});

test.each(Object.entries(versions))(
  'revision %s passes the conformance scenarios of %s',
  {
    timeout: 300_000,
  },
  async (revision, version) => {
    const home = path.join(folder, revision);
    await installInto(home, [`@modelcontextprotocol/conformance@${version}`]);
    const failures = Object.values(expectedFailures[revision as keyof typeof versions]).flat();
    const baseline = path.join(home, 'expected-failures.yml');
    await writeFile(baseline, ['server:', ...failures.map((name) => `  - ${name}`)].join('\n'));
    const { port } = proxy.address() as AddressInfo;
    const { code, output } = await run([
      path.join(home, 'node_modules/@modelcontextprotocol/conformance/dist/index.js'),
      'server',
      ...['--url', `http://127.0.0.1:${port}/mcp`, '--suite', 'all'],
      ...['--spec-version', revision, '--expected-failures', baseline],
    ]);
    expect(output).toMatch(/✓ tools-list/);
    // It is 1 for a failure that is not expected, and for an expected one that passes.
    expect(code, output.slice(output.indexOf('=== SUMMARY'))).toBe(0);
  },
);

function run(args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });
}
