import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { restOf } from '../support/drivers/rest-calls.ts';
import { startGateway } from '../support/gateway.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'outturn-price-book-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

const bookWith = (input: string | number) =>
  JSON.stringify({
    package: 'test',
    version: '9.9.9',
    publishedOn: '2030-01-31',
    licence: 'none',
    providers: [
      {
        id: 'maker',
        modelMatch: { starts_with: 'newest-' },
        models: [{ id: 'newest-1', match: { equals: 'newest-1' }, prices: [{ input }] }],
      },
    ],
  });

describe('PRICE_BOOK of a gateway', () => {
  test.each([
    ['that is missing', () => path.join(folder, 'none.json'), 'ENOENT: no such file'],
    ['that cannot be read', () => folder, 'EISDIR'],
    ['that is no JSON', () => write('text.json', '{"package":'), 'JSON'],
    [
      'with a price that is none',
      () => write('price.json', bookWith(1)),
      'providers.0.models.0.prices.0.input: ',
    ],
  ])('file %s ends the start with its reason', async (_, make, reason) => {
    const file = make();
    const started = startGateway(inject('databaseUrl'), { PRICE_BOOK: file });
    await expect(started).rejects.toThrow('the gateway ended with 1:');
    await expect(started).rejects.toThrow(`The prices of PRICE_BOOK (${file}) cannot be used: `);
    await expect(started).rejects.toThrow(reason);
  });

  test('newer file is used in place of the built-in prices', async () => {
    const gateway = await startGateway(inject('databaseUrl'), {
      PRICE_BOOK: write('newer.json', bookWith('2.5')),
    });
    onTestFinished(() => gateway.stop());
    const { token } = await mintKey();
    const call = restOf(gateway, () => token);
    const event = { type: 'llm.call', model: 'newest-1', inputTokens: 1_000 };
    expect((await call('POST', 'events', event)).body).toMatchObject({
      cost: '0.0025',
      costSource: 'computed',
    });
    const found = await call('GET', 'prices/find?model=newest-1');
    expect(found.body).toMatchObject({ input: '2.5', bookVersion: '9.9.9', bookDate: '2030-01-31' });
    const other = { ...event, model: 'gpt-4.1-mini' };
    expect((await call('POST', 'events', other)).body).toMatchObject({ cost: null, costSource: 'unpriced' });
  });
});
