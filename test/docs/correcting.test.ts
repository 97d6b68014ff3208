import { expect, test } from 'vitest';
import { shell } from '../e2e/export.fixture.ts';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { shellEnvironment, useReaderHome } from '../support/reader-home.ts';
import { snippets } from '../support/snippets.ts';

const gateway = useGateway();
const home = useReaderHome([]);

test('the commands of docs/correcting.md correct what they record', async () => {
  const { token } = await mintKey();
  const [record = '', ...corrections] = snippets('docs/correcting.md', 'sh').map((code) =>
    code.replaceAll('localhost:3000', gateway.url),
  );
  const env = { ...shellEnvironment(home.path), KEY: token };
  const made = JSON.parse((await shell(record, env)).stdout);
  expect(made).toMatchObject({ amount: '999.00', version: 1 });
  const answers = [];
  for (const code of corrections) {
    const { stdout } = await shell(code, { ...env, ID: made.id });
    // Some blocks have several commands.
    answers.push(
      ...stdout
        .replaceAll(/\}(?=[{[])/g, '}\n')
        .split('\n')
        .filter(Boolean),
    );
  }
  const [amended, moved, voided, restored, history, paidBack, rest, refunds] = answers.map((text) =>
    JSON.parse(text),
  );
  expect(amended).toMatchObject({ version: 2, after: { amount: '99.90' } });
  expect(moved).toMatchObject({ version: 3, after: { customerKey: 'customer-xyz' } });
  expect(voided).toMatchObject({ version: 4, after: null });
  expect(restored).toMatchObject({ version: 5, after: { amount: '99.90' } });
  expect(history).toHaveLength(5);
  expect(paidBack).toMatchObject({ amount: '-15.00', refundOf: made.id, customerKey: 'customer-xyz' });
  expect(rest).toMatchObject({ amount: '-84.90' });
  expect(refunds).toEqual([rest, paidBack]);
});
