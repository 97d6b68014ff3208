import { expect, test } from 'vitest';
import { shell } from '../e2e/export.fixture.ts';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { shellEnvironment, useReaderHome } from '../support/reader-home.ts';
import { snippets } from '../support/snippets.ts';

const gateway = useGateway();
const home = useReaderHome([]);

test('the commands of docs/tracing.md answer as it says', async () => {
  const { token } = await mintKey();
  const env = { ...shellEnvironment(home.path), KEY: token };
  const run = async (code: string) =>
    (await shell(code.replaceAll('localhost:3000', gateway.url), env)).stdout;
  const codes = snippets('docs/tracing.md', 'sh');
  const [sent, listed, sources, ignored] = codes.filter((code) => code.startsWith('curl'));
  expect(await run(sent ?? '')).toBe('{}');
  expect(JSON.parse(await run(listed ?? ''))).toMatchObject([
    { type: 'llm.call', durationMs: 1500, inputTokens: 1413, costSource: 'computed' },
  ]);
  expect(JSON.parse(await run(ignored ?? ''))).toMatchObject({
    ignoredScopes: ['com.anthropic.sdk.typescript'],
  });
  await expect
    .poll(async () => JSON.parse(await run(sources ?? '')))
    .toMatchObject([{ signal: 'traces', software: 'unknown', recorded: 1 }]);
  // The tests of recorded requests send to the paths that these lead to.
  for (const code of codes.filter((code) => code.startsWith('export')))
    expect(code).toMatch(/localhost:3000\/otlp$|outturn\.agent=/m);
});
