import { expect, test, vi } from 'vitest';
import { shell } from '../e2e/export.fixture.ts';
import { mintKey } from '../support/developers.ts';
import { restOf } from '../support/drivers/rest-calls.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { shellEnvironment, useReaderHome } from '../support/reader-home.ts';
import { snippets } from '../support/snippets.ts';

const gateway = useGateway();
const home = useReaderHome([]);

test('the commands of docs/costs.md answer as it says', async () => {
  const { token } = await mintKey();
  const call = restOf(gateway, () => token);
  const event = {
    ...{ type: 'llm.call', provider: 'azure', model: 'our-deployment' },
    ...{ inputTokens: 1_000_000, occurredAt: '2026-06-15T12:00:00Z' },
  };
  await call('POST', 'events', event);
  const unpriced = await call('POST', 'events', event);
  expect(unpriced.body).toMatchObject({ cost: null, costSource: 'unpriced' });
  const env = { ...shellEnvironment(home.path), KEY: token, ID: unpriced.body.id };
  const answers = [];
  let run: { id?: string } = {};
  for (const code of snippets('docs/costs.md', 'sh')) {
    // The reader waits for the run before looking at it, and undoing it.
    if (run.id)
      await vi.waitFor(
        async () => expect((await call('GET', `prices/reprice/${run.id}`)).body.state).toBe('done'),
        { timeout: 10_000 },
      );
    const { stdout } = await shell(code.replaceAll('localhost:3000', gateway.url), {
      ...env,
      RUN: run.id ?? '',
    });
    const answer = JSON.parse(stdout);
    if (answer.state === 'running') run = answer;
    answers.push(answer);
  }
  const [
    recorded,
    found,
    listed,
    created,
    missing,
    mended,
    dryRun,
    begun,
    ended,
    amendments,
    revert,
    settings,
  ] = answers;
  expect(recorded).toMatchObject({ cost: '0.0002724', costSource: 'computed' });
  expect(found).toMatchObject({ source: 'built-in', provider: 'aws', input: '1.1' });
  expect(listed).toContainEqual(expect.objectContaining({ model: 'gpt-4.1-mini', input: '0.4' }));
  expect(created).toMatchObject({ source: 'own', model: 'our-deployment', cacheRead: '0.09' });
  expect(missing.data.analytics).toMatchObject({
    totals: { cost: '0.0002724', unpricedEvents: 2 },
    by: [{ key: 'our-deployment', totals: { unpricedEvents: 2, unpricedTokens: 2_000_000 } }, {}],
  });
  expect(mended.after).toMatchObject({ cost: '0.36', costSource: 'computed' });
  expect(dryRun).toMatchObject({ state: 'dryRun', events: 1, unpricedBefore: 1, newCost: '0.36' });
  expect(begun).toMatchObject({ id: expect.any(String), revertsId: null });
  expect(ended).toMatchObject({ id: begun.id, state: 'done', events: 1, newCost: '0.36' });
  expect(amendments).toMatchObject([{ action: 'amend', runId: begun.id }]);
  expect(revert).toMatchObject({ revertsId: begun.id });
  expect(settings).toEqual({ computeCosts: false, ignoredScopes: [] });
});
