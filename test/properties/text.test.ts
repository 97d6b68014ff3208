import type { Revenue } from '@outturn/service';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { figure } from '../support/load/figures.ts';

const RUNS = figure(15, 500);

const gateway = useGateway();

/**
 * Any text a client may send: all of Unicode but NUL, with characters that are special in SQL, JSON or an array
 * literal.
 */
const text = (maxLength: number) =>
  fc
    .oneof(
      { weight: 4, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength }) },
      {
        weight: 2,
        arbitrary: fc.string({ unit: fc.constantFrom(...'"\\{},\' \n\t\r;$%&/'), minLength: 1, maxLength }),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'NULL',
          'null',
          '{}',
          '{NULL}',
          '""',
          '\\',
          '__proto__',
          'constructor',
          "';--",
          ' ',
        ),
      },
    )
    .filter((value) => !value.includes('\0') && value.length <= maxLength);

const record = fc.record({
  agentKey: text(255),
  customerKey: text(255),
  source: text(255),
  description: text(1000),
});

test('every text comes back as it was sent, at once and from the database', {
  timeout: 300_000,
}, async () => {
  const batch = fc.array(record, { minLength: 20, maxLength: 100 });
  await fc.assert(
    fc.asyncProperty(batch, async (sent) => {
      const { token } = await mintKey();
      const body = JSON.stringify(sent.map((fields) => ({ ...minimal, ...fields })));
      const answer = await send(`${gateway.url}/v1/revenues/batch`, { token, body });
      const { results } = parse<{ results: { record: Revenue }[] }>(answer.text);
      const records = results.map((result) => result.record);
      const listed = parse<Revenue[]>((await send(`${gateway.url}/v1/revenues?limit=1000`, { token })).text);

      expect(records).toEqual(sent.map((fields) => expect.objectContaining(fields)));
      expect(listed.reverse()).toEqual(records);
      // One agent per key, and no two keys share one.
      const agents = new Map(records.map(({ agentKey, agentId }) => [agentKey, agentId]));
      for (const { agentKey, agentId } of records) expect(agentId).toBe(agents.get(agentKey));
      expect(new Set(agents.values()).size).toBe(agents.size);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
