import { type Operation, operations } from '@outturn/service';
import { untyped } from '../drivers/driver.ts';
import { type Caller, captureStatements, type SentStatement } from './capture-statements.ts';

const recordedAt = '2026-01-01T00:00:00Z';
const keys = { agentKey: 'a', customerKey: 'c', sessionKey: 's' };

/** The statements that look for records or change them while records of all kinds are corrected, each once. */
export function captureCorrections(caller: Caller): Promise<SentStatement[]> {
  return captureStatements(
    ({ text }) => /(_past|corrections|lateral|given)\b/.test(text),
    () => correctAll(caller),
  );
}

async function correctAll({ service, principal }: Caller): Promise<void> {
  const run = async (operation: object, input: object) => {
    const { output } = await service.execute(
      untyped<Operation>(operation),
      { principal, requestId: 'plans' },
      input,
    );
    return JSON.parse(output.text);
  };
  await run(operations.goalTypes.create, { key: 'valued', value: '5' });
  await run(operations.tools.create, { key: 'valued', value: '5' });
  const inputs = {
    revenues: { amount: '1', recordedAt },
    outcomes: { value: '1' },
    goals: { goalKey: 'valued' },
    events: { type: 'call', toolKey: 'valued' },
  };
  for (const [name, input] of Object.entries(inputs)) {
    const { record, correct, history, get } = operations[name as keyof typeof inputs];
    const { id } = await run(record, { ...input, ...keys });
    const reason = 'a mistake';
    await run(correct, { id, action: 'amend', changes: { agentKey: 'another' }, reason });
    await run(correct, { id, action: 'void', reason });
    await run(get, { id });
    await run(correct, { id, action: 'restore', reason });
    await run(history, { id });
    await run(operations.corrections.list, { recordId: id });
  }
}
