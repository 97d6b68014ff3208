import { expectTypeOf, test } from 'vitest';
import { createClient } from './client.ts';
import { WorthDocument, type WorthQuery } from './questions.generated.ts';

const ask = createClient({ url: '', token: '' });
const window = { from: '2026-01-01', to: '2026-04-01' };

test('an answer has the types of its selection, under its aliases', () => {
  const answer = () => ask(WorthDocument, { window });
  expectTypeOf(answer).returns.resolves.toEqualTypeOf<WorthQuery>();
  type Analytics = NonNullable<WorthQuery['analytics']>;
  expectTypeOf<Analytics['totals']>().toEqualTypeOf<{
    revenue: string;
    roi: number | null;
    revenueCount: number;
  }>();
  expectTypeOf<Analytics['agents'][number]['months'][number]>().toEqualTypeOf<{
    start: string;
    totals: { goals: number };
  }>();
  expectTypeOf<Analytics['agents'][number]['key']>().toEqualTypeOf<string | null>();
  expectTypeOf<Analytics>().not.toHaveProperty('by');
});

test('variables are checked', () => {
  ask(WorthDocument, { window, every: 'WEEK', first: 3 });
  // @ts-expect-error -- there is no such step
  ask(WorthDocument, { window, every: 'FORTNIGHT' });
  // @ts-expect-error -- the window is required
  ask(WorthDocument, {});
  // @ts-expect-error -- there is no such form of a window
  ask(WorthDocument, { window: { since: '2026-01-01' } });
});
