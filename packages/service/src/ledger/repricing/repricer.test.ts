import { afterEach, expect, test } from 'vitest';
import { KindRegistry } from '../../kinds/kind-registry.ts';
import { DeveloperPrices } from '../../price-book/developer-prices.ts';
import { builtIn } from '../../price-book/prices.fixture.ts';
import { recordKinds } from '../../records/record-kinds.ts';
import { Repricer } from './repricer.ts';

let repricer: Repricer;
afterEach(() => repricer.close());

/** One that finds no candidate among as many events as a statement looks at. */
function withPages(pages: number[]): Repricer {
  const rows = async () => [
    [String(pages.shift() ?? 0), 'f', '018d0c3e-7b3b-7e21-b3c5-6d7e8f9a0b1c', at, '1'],
  ];
  const read = async () => new DeveloperPrices(builtIn, { own: [], computesCosts: true });
  // What a preview uses.
  const context = { database: { rows }, kinds: new KindRegistry(recordKinds), prices: { read } };
  repricer = new Repricer(context as unknown as ConstructorParameters<typeof Repricer>[0]);
  return repricer;
}

const at = '2026-06-01T00:00:00.000Z';
const scope = { from: at, to: '2026-07-01T00:00:00.000Z', model: 'rare', provider: null };
const full = (count: number) => Array.from({ length: count }, () => 2_000);

test('dry run that would look at more than 500,000 events is refused, however few it is about', async () => {
  const refused = withPages([...full(250), 1]).preview('developer', scope);
  await expect(refused).rejects.toMatchObject({ code: 'Question Too Large' });
  await repricer.close();
  await expect(withPages(full(250)).preview('developer', scope)).resolves.toMatchObject({ events: 0 });
});
