import { describe, expect, test } from 'vitest';
import { DAY } from './calendar.ts';
import { registry } from './kinds.fixture.ts';
import { RecordLimit } from './record-limit.ts';

/** A window of a year whose rollups count so many revenues (fact 1) and events (fact 4). */
function yearWith({ revenues = 0, events = 0 }) {
  let statements = 0;
  const rows = async () => {
    statements++;
    return [
      ['1', String(revenues)],
      ['4', String(events)],
    ];
  };
  const limit = new RecordLimit({ snapshot: { rows }, kinds: registry, developerId: 'me' });
  const check = (days: number, ...names: string[]) => {
    const kinds = names.map((name) => registry.of(name));
    const year = { from: 0, to: 365 * DAY };
    return limit.check(year, { recordsRead: [{ span: days * DAY, kinds }], slowedBy: ['tool'] }, 'by.g');
  };
  return { check, statements: () => statements };
}

describe('a statement that reads records one by one', () => {
  test('may read ten million of them', async () => {
    await yearWith({ revenues: 10_000_000 }).check(365, 'revenues');
  });

  test('is refused beyond that, with its part and an estimate', async () => {
    await expect(yearWith({ revenues: 12_400_000 }).check(365, 'revenues')).rejects.toMatchObject({
      code: 'Invalid Request',
      message: expect.stringMatching(
        /^by\.g would read 12 million records one by one; at most 10 million are allowed\. Ask for a shorter window, or leave out tool, so/,
      ),
    });
  });

  test('counts the kinds of its tables, and no others', async () => {
    const year = yearWith({ revenues: 6_000_000, events: 6_000_000 });
    await year.check(365, 'revenues');
    await expect(year.check(365, 'revenues', 'events')).rejects.toThrow('12 million');
    await year.check(365, 'goals');
  });

  test('counts no more of the window than its span', async () => {
    await yearWith({ revenues: 20_000_000 }).check(180, 'revenues');
  });

  test('is admitted for two days without an estimate, and others are estimated once', async () => {
    const year = yearWith({ revenues: 1e12 });
    await year.check(2, 'revenues');
    expect(year.statements()).toBe(0);
    await expect(year.check(3, 'revenues')).rejects.toThrow();
    await expect(year.check(4, 'revenues')).rejects.toThrow();
    expect(year.statements()).toBe(1);
  });
});
